import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type OpenSystem, queryDatabase } from '../../harness/driver/index.ts'
import { readMemoryBytes } from '../../harness/usage/index.ts'

/** By name of what is measured. */
export type Usage = Record<string, number>

const MEASURED = /^(api|worker|signer|engine)/

/** What must not grow with time: memory, handles and connections. */
export async function readUsage({ system, databaseUrl }: OpenSystem): Promise<Usage> {
  const usage: Usage = {}
  for (const { name, pid } of Object.values(system.processes)) {
    if (!MEASURED.test(name)) continue
    usage[`memory of ${name}, MB`] = readMemoryBytes(pid) / 1e6
    usage[`handles of ${name}`] = readdirSync(`/proc/${pid}/fd`).length
  }
  const [row] = await queryDatabase(databaseUrl, (query) =>
    query<{ count: number }>(
      `select count(*) as count from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    ),
  )
  usage['connections of the database'] = row?.count ?? 0
  usage['folder of unfinished files, MB'] = sizeOf(join(system.logDir, '..', 'temp')) / 1e6
  return usage
}

/** What grows with every job, in bytes. Each job may not need more than the one before. */
export async function readStored({ system, databaseUrl, dir }: OpenSystem): Promise<Usage> {
  const [row] = await queryDatabase(databaseUrl, (query) =>
    query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes'),
  )
  return {
    'database, KB a job': row?.bytes ?? 0,
    'storage, KB a job': sizeOf(join(dir, 's3')),
    'engine, KB a job': sizeOf(join(dir, 'engine')),
    'logs, KB a job': sizeOf(system.logDir),
  }
}

/** Files may be removed while they are counted. */
function sizeOf(folder: string): number {
  let bytes = 0
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries)
    if (entry.isFile())
      bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0
  return bytes
}
