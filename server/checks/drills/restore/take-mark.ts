import { setTimeout as sleep } from 'node:timers/promises'
import { queryDatabase } from '../../../harness/driver/index.ts'
import { type System, waitUntil } from '../../../harness/processes/index.ts'
import { readTables, type Tables } from './read-tables.ts'

/** A moment, and every row that was committed then. */
export type Mark = { at: Date; tables: Tables }

/** What a commit that was sent before the processes stopped may still need. */
const SETTLED_WITHIN_MS = 20_000
/** Around the moment nothing is committed, so that it says exactly which rows belong to it. */
const APART_MS = 30

/**
 * Stops every process that writes in the middle of what it does, and reads all rows. What a transaction has
 * not committed then is committed later, so it belongs to no row of the mark.
 */
export async function takeMark({ processes, postgres }: System, databaseUrl: string): Promise<Mark> {
  const writers = Object.values(processes).filter(({ name }) => /^(api|worker|signer)/.test(name))
  const pids = writers.flatMap(({ pid }) => (pid === undefined ? [] : [pid]))
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  try {
    await waitUntil('no statement runs', () => isQuiet(postgres.url()), { withinMs: SETTLED_WITHIN_MS })
    await sleep(APART_MS)
    const at = new Date()
    await sleep(APART_MS)
    return { at, tables: await readTables(databaseUrl) }
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
}

const isQuiet = (url: string): Promise<boolean> =>
  queryDatabase(url, async (query) => {
    const busy = await query(`select from pg_stat_activity
      where backend_type = 'client backend' and state = 'active' and pid <> pg_backend_pid()`)
    return busy.length === 0
  })
