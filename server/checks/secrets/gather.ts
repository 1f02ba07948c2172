import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OpenSystem, queryDatabase } from '../../harness/driver/index.ts'

/** What every process tells Prometheus now. */
export async function writeMetrics({ system }: OpenSystem, dir: string): Promise<void> {
  mkdirSync(dir, { recursive: true })
  for (const [name, port] of Object.entries(system.metricsPorts)) {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    writeFileSync(join(dir, `${name}.txt`), await answer.text())
  }
}

/**
 * Every row of every table as text, one file for each table. Not by pg_dump: it has to be as new as the
 * server, and what `bin/setup` installs has none.
 */
export async function writeDump({ databaseUrl }: OpenSystem, dir: string): Promise<number> {
  mkdirSync(dir, { recursive: true })
  return queryDatabase(databaseUrl, async (query) => {
    const tables = await query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    )
    for (const { name } of tables) {
      const rows = await query<{ row: string }>(`select t::text as row from ${name} t`)
      writeFileSync(join(dir, name), rows.map(({ row }) => row).join('\n'))
    }
    return tables.length
  })
}
