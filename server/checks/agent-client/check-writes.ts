import { queryDatabase } from '../../harness/driver/index.ts'

type Row = { what: string; name: string; times: number }

/**
 * What a call created more than once. Each call writes under its own name, which begins with the tag of the
 * run, and the agent never repeats these calls.
 */
export async function checkWrites(databaseUrl: string, tag: string): Promise<string[]> {
  const rows = await queryDatabase(databaseUrl, (query) =>
    query<Row>(
      `select 'product' as what, name, count(*)::int as times from products
         where name like '${tag} %' group by user_id, name having count(*) > 1
       union all select 'cep', cep_text, count(*)::int from ceps
         where cep_text like '${tag} %' group by user_id, cep_text having count(*) > 1
       union all select 'photo', label, count(*)::int from photos
         where label like '${tag} %' group by user_id, label having count(*) > 1`,
    ),
  )
  return rows.map(({ what, name, times }) => `the ${what} '${name}' was created ${times} times`)
}
