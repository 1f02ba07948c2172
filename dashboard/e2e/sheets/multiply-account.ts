import { changeRows } from '../operate.ts'
import type { Dev } from '../start-dev.ts'

const ITEMS = 10_000
const PRODUCTS = 300

/** Copies what the account of a user has until there are 10,000 results and as many entries. */
export async function multiplyAccount(dev: Dev, { email }: Dev['owner']): Promise<void> {
  const user = `(select id from users where email = '${email}')`
  const idOf = (prefix: string, name: string) =>
    `'${prefix}_' || substr(md5('${name}' || i) || md5('again' || i), 1, 22)`
  // Copies of a real row, so that every file exists. Triggers would ask for a charge of each.
  await changeRows(
    dev,
    `set session_replication_role = replica;
     create temporary table copied as select m.* from media m
       where user_id = ${user} and status = 'completed' order by created_at limit 1;
     insert into media select (jsonb_populate_record(c, jsonb_build_object(
         'id', ${idOf('med', 'medium')}, 'created_at', at, 'finished_at', at + interval '9 s',
         'deadline_at', at + interval '15 min', 'prompt', 'Copy ' || i || ': ' || c.prompt,
         'client_ref', null))).*
       from copied c, generate_series(1, ${ITEMS}) i,
         lateral (select date_trunc('milliseconds', now() - i * interval '6 min') as at) clock;
     analyze media`,
  )
  await changeRows(
    dev,
    // A row of a subquery has no type of its own, so its fields are given to one that has.
    `insert into products select (jsonb_populate_record(null::products, to_jsonb(p) || jsonb_build_object(
         'id', ${idOf('prd', 'product')}, 'name', 'Product ' || i))).*
       from (select * from products where user_id = ${user} limit 1) p, generate_series(1, ${PRODUCTS}) i`,
  )
  await changeRows(
    dev,
    `select count(*) from generate_series(1, ${ITEMS}) i, lateral post_grant(${idOf('grn', 'grant')},
       ${idOf('txn', 'entry')}, ${user}, 'live', 'grant', i, 'for the picture', null)`,
  )
}
