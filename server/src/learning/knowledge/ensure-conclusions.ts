import type { Owner } from '#access/identity'
import type { Db } from '#platform/db'
import { conclude } from './conclude.ts'

/** A caller is kept waiting no longer than this, whatever there is to conclude. */
const WAIT_MS = 3_000

/** What this process concludes for all products of an owner: once at a time, since they share a lock. */
const runningByOwner = new Map<string, Promise<void>>()

/**
 * Concludes before a read, as far as there is time. What takes longer goes on by itself, and is told until
 * then as it was concluded before: that is the first look of a day at very many products, whose weights are
 * then a day old. What was reported comes first, and never waits for the rest.
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
  // Whoever no longer waits does not hear of a failure; the next read tries again, and does.
  work.catch(() => undefined)
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

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
