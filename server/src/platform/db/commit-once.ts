import { setTimeout as sleep } from 'node:timers/promises'
import { CommitUnknown, isDatabaseFailure } from './failures.ts'

/** How long we try to find out what became of a commit before we say that it is unknown. */
const FIND_OUT_MS = 6_000
const FIND_OUT_EVERY_MS = 250

type Recovery<T> = {
  /** Looks for what the commit wrote, and commits again if it is not there. */
  findOut: () => Promise<T>
  /** Whether another error of `findOut` may go away by itself. Those of the database always may. */
  mayPass?: (error: unknown) => boolean
  /** What to throw when it is still unknown at the end. */
  stillUnknown: () => Error
}

/**
 * Runs a commit. When its answer is lost, it may have happened or not: `findOut` is repeated until it
 * returns. It must be idempotent, by an id or a key that was chosen before the first commit.
 */
export async function commitOnce<T>(commit: () => Promise<T>, recovery: Recovery<T>): Promise<T> {
  try {
    return await commit()
  } catch (error) {
    if (!(error instanceof CommitUnknown)) throw error
  }
  for (const until = Date.now() + FIND_OUT_MS; Date.now() < until; ) {
    try {
      return await recovery.findOut()
    } catch (error) {
      // Busy says nothing either: the lost commit itself may hold the lock that we waited for.
      if (!isDatabaseFailure(error) && !recovery.mayPass?.(error)) throw error
      await sleep(FIND_OUT_EVERY_MS)
    }
  }
  throw recovery.stillUnknown()
}
