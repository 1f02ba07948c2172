import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type OpenSystem, queryDatabase } from '../../harness/driver/index.ts'
import { runToEnd } from '../../harness/processes/index.ts'

/** Where Debian 12 has the programs of PostgreSQL. A dump needs a program as new as its server. */
const DEBIAN = '/usr/lib/postgresql/15/bin'
const DUMPED_WITHIN_MS = 60_000

/** The programs of a server that can be dumped here, if there are any. */
export const findDumpable = (): string | undefined =>
  ['pg_dump', 'initdb', 'postgres'].every((name) => existsSync(join(DEBIAN, name))) ? DEBIAN : undefined

/** What every process tells Prometheus now. */
export async function writeMetrics({ system }: OpenSystem, dir: string): Promise<void> {
  mkdirSync(dir, { recursive: true })
  for (const [name, port] of Object.entries(system.metricsPorts)) {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    writeFileSync(join(dir, `${name}.txt`), await answer.text())
  }
}

/** One file for each table. Without a program for it, the rows as text. */
export async function writeDump({ databaseUrl }: OpenSystem, dir: string): Promise<number> {
  mkdirSync(dir, { recursive: true })
  const tables = await queryDatabase(databaseUrl, (query) =>
    query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    ),
  )
  const binDir = findDumpable()
  for (const { name } of tables) writeFileSync(join(dir, name), await dumpTable(databaseUrl, name, binDir))
  return tables.length
}

async function dumpTable(databaseUrl: string, name: string, binDir: string | undefined): Promise<string> {
  if (binDir) {
    const args = ['--data-only', `--table=${name}`, databaseUrl]
    const command = { program: join(binDir, 'pg_dump'), args }
    return runToEnd(command, { env: {}, cwd: dirname(binDir), timeoutMs: DUMPED_WITHIN_MS })
  }
  const rows = await queryDatabase(databaseUrl, (query) =>
    query<{ row: string }>(`select t::text as row from ${name} t`),
  )
  return rows.map(({ row }) => row).join('\n')
}
