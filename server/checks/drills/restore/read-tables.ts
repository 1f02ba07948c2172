import { queryDatabase } from '../../../harness/driver/index.ts'

/** Every row of every logged table as text, by table. */
export type Tables = Map<string, string[]>

/** The rows of unlogged tables are measurements that a crash may lose; a restore does not have them. */
const LIST = `select c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relpersistence = 'p' order by 1`

export const readTables = (databaseUrl: string): Promise<Tables> =>
  queryDatabase(databaseUrl, async (query) => {
    const tables: Tables = new Map()
    for (const { name } of await query<{ name: string }>(LIST)) {
      const rows = await query<{ row: string }>(`select t::text as row from "${name}" t order by 1`)
      tables.set(
        name,
        rows.map(({ row }) => row),
      )
    }
    return tables
  })

export const countRows = (tables: Tables): number =>
  [...tables.values()].reduce((sum, rows) => sum + rows.length, 0)

/** One sentence for each row that only one side has. */
export function compareTables(was: Tables, is: Tables): string[] {
  const names = new Set([...was.keys(), ...is.keys()])
  return [...names].flatMap((name) => {
    const [before, after] = [was.get(name) ?? [], is.get(name) ?? []]
    const [left, right] = [new Set(before), new Set(after)]
    return [
      ...before.filter((row) => !right.has(row)).map((row) => `${name} lost ${row.slice(0, 160)}`),
      ...after.filter((row) => !left.has(row)).map((row) => `${name} has in addition ${row.slice(0, 160)}`),
      ...(before.length === after.length
        ? []
        : [`${name} had ${before.length} rows and has ${after.length}`]),
    ]
  })
}
