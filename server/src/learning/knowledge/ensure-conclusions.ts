import type { Owner } from '#access/identity'
import { listStaleProducts, MemoryBusy } from '#learning/evidence'
import type { Db } from '#platform/db'
import { conclude } from './conclude.ts'

/** The longest that a caller waits for conclusions. */
const WAIT_MS = 3_000

/** Recomputations of all products that run in this process: one per owner, since they share a lock. */
const runningByOwner = new Map<string, Promise<void>>()

/**
 * Empty when the conclusions include every report. Otherwise when the oldest of them was computed, or null if
 * there are none yet.
 */
export type ConclusionAge = { concludedAt?: string | null }

/**
 * Brings conclusions up to date before a read, within a time limit. While a report or an import changes the
 * memory, the read gets the previous conclusions and their age. So it does when the work takes longer than
 * the limit, as on the first read of a day with very many products; then the work continues in the
 * background. Products with new reports are concluded first, and never wait for the rest.
 */
export async function ensureConclusions(
  db: Db,
  owner: Owner,
  productId?: string,
  waitMs = WAIT_MS,
): Promise<ConclusionAge> {
  if ((await listStale(db, owner, productId)).length === 0) return {}
  const work = productId === undefined ? concludeAll(db, owner) : conclude(db, owner, { productId })
  const { promise: timeout, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => resolve('late'), waitMs)
  // After the time limit a failure has no caller to go to. The next read tries again and reports it.
  const done = work.then(() => 'done' as const)
  done.catch(() => undefined)
  const outcome = await Promise.race([done, timeout])
    .catch((error) => {
      if (error instanceof MemoryBusy) return 'busy'
      throw error
    })
    .finally(() => clearTimeout(timer))
  return outcome === 'done' ? {} : readAge(db, owner, productId)
}

async function readAge(db: Db, owner: Owner, productId?: string): Promise<ConclusionAge> {
  const stale = await listStale(db, owner, productId)
  if (stale.length === 0) return {}
  const times = stale.map(({ concludedAt }) => concludedAt)
  const oldest = times.some((time) => time === null) ? null : Math.min(...times.map(Number))
  return { concludedAt: oldest === null ? null : new Date(oldest).toISOString() }
}

const listStale = async (db: Db, owner: Owner, productId?: string) =>
  (await listStaleProducts(db, owner)).filter(
    (product) => productId === undefined || product.productId === productId,
  )

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
