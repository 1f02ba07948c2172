import type pg from 'pg'
import type { Random } from '../../harness/random/index.ts'
import { CommitUnknown, DatabaseUnavailable, type Db, type Tx } from '../../src/platform/db/index.ts'
import type { Process, Scheduler } from './scheduler.ts'

const FAULT_SHARE = 0.01
const TRANSACTION_FAULT_SHARE = 0.06
/** Mostly while its sender finds out what became of it. */
const LATE_MS = [60, 60, 60, 2_000]

type SimulatedDbOptions = {
  client: pg.Client
  scheduler: Scheduler
  random: Random
  process: Process
  faults: string[]
}

/** One connection for all processes: transactions are carried out one after another, in a drawn order. */
export const shared = { clockAt: 0, tickHolder: undefined as { process: Process; life: number } | undefined }

/**
 * The database as one process sees it. Statements and transactions are actions of the scheduler; some fail
 * before they begin, some lose their answer, and some commits arrive late.
 */
export function newSimulatedDb({ client, scheduler, random, process, faults }: SimulatedDbOptions): Db {
  const lost = new Error('the simulated connection was lost')
  const draw = (share: number): 'fine' | 'before' | 'after' | 'late' => {
    if (random.next() >= share) return 'fine'
    const fault = random.pick(['before', 'after', 'late', 'late'] as const)
    faults.push(`answer lost: ${fault}`)
    return fault
  }
  const query = async (text: string, values: unknown[] = []) => {
    if (shared.clockAt !== scheduler.now()) {
      shared.clockAt = scheduler.now()
      await client.query({
        name: 'clock',
        text: `select set_config('simulation.now', $1, false)`,
        values: [new Date(shared.clockAt).toISOString()],
      })
    }
    return inOneOrder(text, (await client.query({ name: nameOf(text), text, values })).rows)
  }
  const runTransaction = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    await query('begin')
    try {
      const result = await work({ ...statements(query), inTransaction: true } as Tx)
      await query('commit')
      return result
    } catch (error) {
      await query('rollback')
      throw error
    }
  }
  const outside = (text: string, values?: unknown[]) =>
    scheduler.perform(process, async () => {
      const fault = draw(FAULT_SHARE)
      if (fault === 'before') throw new DatabaseUnavailable(lost)
      const rows = await query(text, values)
      if (fault !== 'fine') throw new DatabaseUnavailable(lost)
      return rows
    })
  const db: Db = {
    ...statements(outside),
    // All rows belong to the users of the simulation: whose they are is tested elsewhere.
    forOwner: () => db,
    lookup: statements(outside),
    transaction: (work) =>
      scheduler.perform(process, async () => {
        const fault = draw(TRANSACTION_FAULT_SHARE)
        if (fault === 'before') throw new DatabaseUnavailable(lost)
        if (fault === 'late') {
          // The commit is on its way while its sender already knows that the connection is gone.
          const arrive = () => runTransaction(work).then(ignore, ignore)
          void scheduler.perform(ghost, arrive, random.int(0, random.pick(LATE_MS)))
          throw new CommitUnknown(lost)
        }
        const result = await runTransaction(work)
        if (fault === 'after') throw new CommitUnknown(lost)
        return result
      }),
    ping: async () => undefined,
    connect: async () => newLockSession(process),
    close: async () => undefined,
  } as Db
  return db
}

/**
 * The rows of a change come in the order in which Postgres finds them, which depends on what earlier
 * histories left in the tables. A history must not, so they are sorted.
 */
const inOneOrder = (text: string, rows: unknown[]): unknown[] =>
  /\breturning\b(?![\s\S]*\border by\b)/.test(text)
    ? rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    : rows

const ignore = () => undefined

/** A named statement is planned once. */
const names = new Map<string, string>()
function nameOf(text: string): string {
  const name = names.get(text) ?? `statement_${names.size}`
  names.set(text, name)
  return name
}

const ghost: Process = { name: 'a late commit', life: 0, isUp: true }

type RunRows = (text: string, values?: unknown[]) => Promise<unknown[]>

const statements = (rows: RunRows) => ({
  rows,
  row: async (text: string, values?: unknown[]) => (await rows(text, values))[0],
})

/** The session lock of the tick, which ends with its process. */
function newLockSession(process: Process) {
  const { life } = process
  return {
    query: async () => {
      const holder = shared.tickHolder
      const isFree = !holder || holder.process.life !== holder.life
      if (isFree) shared.tickHolder = { process, life }
      return { rows: [{ held: isFree }] }
    },
    end: async () => {
      const holder = shared.tickHolder
      if (holder?.process === process && holder.life === life) shared.tickHolder = undefined
    },
  } as unknown as pg.Client
}
