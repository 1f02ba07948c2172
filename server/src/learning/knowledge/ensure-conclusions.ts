import type { Owner } from '#access/identity'
import type { Db } from '#platform/db'
import { conclude } from './conclude.ts'

/** The longest that a caller waits for conclusions. */
const WAIT_MS = 3_000

/** Recomputations of all products that run in this process: one per owner, since they share a lock. */
const runningByOwner = new Map<string, Promise<void>>()

/**
 * Brings conclusions up to date before a read, within a time limit. Work that takes longer continues in the
 * background, and until then reads return the previous conclusions. That happens on the first read of a day
 * with very many products, whose weights are then a day old. Products with new reports are concluded first,
 * and never wait for the rest.
 */
export async function ensureConclusions(
  db: Db,
  owner: Owner,
  productId?: string,
  waitMs = WAIT_MS,
): Promise<void> {
  const work = productId === undefined ? concludeAll(db, owner) : conclude(db, owner, { productId })
  const { promise: timeout, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, waitMs)
  // After the time limit a failure has no caller to go to. The next read tries again and reports it.
  work.catch(() => undefined)
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

/** During a run this concludes only products with new reports, then waits for that run. */
async function concludeAll(db: Db, owner: Owner): Promise<void> {
  const key = `${owner.userId} ${owner.mode}`
  const running = runningByOwner.get(key)
  if (running) {
    await conclude(db, owner, { newReportsOnly: true })
    return running
  }
  const work = conclude(db, owner).finally(() => runningByOwner.delete(key))
  runningByOwner.set(key, work)
  return work
}
