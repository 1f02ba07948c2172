import { type Db, isDatabaseFailure, type Replica, untilAborted } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { newTurns } from './new-turns.ts'

/** One user gets half of the connections at most, with the default of four. */
const RUNNING_PER_USER = 2
const WAITING = 64
const WAITING_PER_USER = 16
const WAIT_MS = 10_000

/** Work that reads or writes a large part of what a user has: import, export, verification, search. */
export type HeavyWork = {
  /**
   * Runs work on the connections that are set aside for it, when it is the user's turn. The work sees the
   * rows of that user only, and ends when the signal is aborted.
   */
  run<T>(userId: string, signal: AbortSignal, work: (db: Db) => Promise<T>): Promise<T>
  /** The same for work that only reads: on a replica that has what was committed so far, if there is one. */
  read: HeavyWork['run']
  close(): Promise<void>
}

/** `db` has the connections for heavy work; `others` are all other connections. */
type Connections = { db: Db; others: Db; size: number; replica?: Replica | undefined }

export function openHeavyWork({ db, others, size, replica }: Connections): HeavyWork {
  const turns = newTurns({
    running: size,
    runningPerUser: Math.min(RUNNING_PER_USER, Math.max(1, size - 1)),
    waiting: WAITING,
    waitingPerUser: WAITING_PER_USER,
    busy,
  })
  const run: HeavyWork['run'] = (userId, signal, work) =>
    turns.run(userId, { waitMs: WAIT_MS, signal }, () =>
      work(untilAborted(db.forOwner(userId), others, signal)),
    )
  return {
    run,
    read: (userId, signal, work) =>
      run(userId, signal, async (primary) => {
        if (!(await replica?.hasCaughtUp(primary))) return work(primary)
        const copy = replica as Replica
        return work(untilAborted(copy.db.forOwner(userId), copy.db, signal)).catch((error) => {
          // A standby ends statements that are in the way of its primary, and may be stopped at any time.
          if (!isDatabaseFailure(error)) throw error
          return work(primary)
        })
      }),
    close: async () => {
      await Promise.all([db.close(), replica?.close()])
    },
  }
}

const busy = () =>
  new Refusal(
    'service_unavailable',
    'Too many imports, exports, searches or verifications run. Send the request again in a few seconds.',
    {},
    { 'retry-after': '3' },
  )
