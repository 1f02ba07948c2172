import pLimit, { type LimitFunction } from 'p-limit'
import { DatabaseBusy } from './failures.ts'

export type Shares = {
  /** Runs work when the user has less than its share under way. */
  use<T>(userId: string, work: () => Promise<T>): Promise<T>
}

/** As long as for a connection of the pool. */
const WAIT_MS = 5_000

/**
 * A share of the connections for each user. What waits for a row of one user, such as its rate limit, can
 * then not occupy the connections of the others.
 */
export function newShares(perUser: number): Shares {
  const limits = new Map<string, LimitFunction>()
  return {
    async use(userId, work) {
      const limit = limits.get(userId) ?? pLimit(perUser)
      limits.set(userId, limit)
      const askedAt = performance.now()
      try {
        return await limit(() => {
          if (performance.now() - askedAt > WAIT_MS) throw tooMany(userId)
          return work()
        })
      } finally {
        if (limit.activeCount + limit.pendingCount === 0) limits.delete(userId)
      }
    },
  }
}

const tooMany = (userId: string) =>
  new DatabaseBusy(new Error(`${userId} has its share of connections in use for ${WAIT_MS} ms`))
