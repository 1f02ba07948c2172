import type { Owner } from '#access/identity'
import { DatabaseBusy } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { newTurns } from '#platform/turns'

/** Longer than a chunk of an import takes, even on a busy machine. */
const WRITE_WAIT_MS = 5_000
/** What a read waits for a report; then it returns the previous conclusions. */
const READ_WAIT_MS = 250

/** The memory is locked by reports, an import or conclusions, in this process or in another. */
export class MemoryBusy extends Refusal {
  constructor() {
    super(
      'service_unavailable',
      'Reports or an import of yours are being stored. Send the request again in a few seconds.',
      {},
      { 'retry-after': '2' },
    )
  }
}

/**
 * Of each owner one transaction at a time wants the lock of the memory; the others wait here, without a
 * connection to the database. So one owner never takes the connections of another. Between processes the
 * lock itself decides.
 */
const turns = newTurns({
  running: Number.POSITIVE_INFINITY,
  runningPerUser: 1,
  waiting: 2_000,
  waitingPerUser: 64,
  busy: () => new MemoryBusy(),
})

const keyOf = ({ userId, mode }: Owner): string => `${userId} ${mode}`

/** How many reports, changes and chunks of imports of an owner run or wait. */
const writes = newCounter()
const imports = newCounter()

/** For a transaction that changes the memory. Throws `MemoryBusy` when its turn does not come in time. */
export const inMemoryTurn = <T>(owner: Owner, work: () => Promise<T>): Promise<T> =>
  writes.during(keyOf(owner), () => takeTurn(owner, WRITE_WAIT_MS, work))

/**
 * For a transaction that computes conclusions. Throws `MemoryBusy` soon when the memory is being changed, and
 * at once during an import.
 */
export async function inConclusionTurn<T>(owner: Owner, waitMs: number, work: () => Promise<T>): Promise<T> {
  const key = keyOf(owner)
  if (imports.has(key)) throw new MemoryBusy()
  return takeTurn(owner, writes.has(key) ? Math.min(READ_WAIT_MS, waitMs) : waitMs, work)
}

/** Marks an import, which takes one turn for each of its chunks. */
export const duringImport = <T>(owner: Owner, work: () => Promise<T>): Promise<T> =>
  imports.during(keyOf(owner), work)

const takeTurn = <T>(owner: Owner, waitMs: number, work: () => Promise<T>): Promise<T> =>
  turns
    .run(keyOf(owner), { waitMs }, work)
    .catch((error) => Promise.reject(error instanceof DatabaseBusy ? new MemoryBusy() : error))

/** Counts what is under way, by key. */
function newCounter() {
  const counts = new Map<string, number>()
  const add = (key: string, change: number) => {
    const count = (counts.get(key) ?? 0) + change
    if (count === 0) counts.delete(key)
    else counts.set(key, count)
  }
  return {
    has: (key: string): boolean => counts.has(key),
    async during<T>(key: string, work: () => Promise<T>): Promise<T> {
      add(key, 1)
      try {
        return await work()
      } finally {
        add(key, -1)
      }
    },
  }
}
