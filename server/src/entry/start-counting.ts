import type { App } from '#platform/app'
import { readArchiving } from '#platform/db'
import { countByAge } from '#production/media'
import { type Repeated, repeat } from './repeat.ts'

/** Which login of the database a process has. */
export type Role = 'api' | 'worker'

const EVERY_MS = 10_000

/**
 * Reads every 10 s which jobs are open and how far the database is archived, for the metrics. A scrape shows
 * what was read last and never waits for the database; while that is away, it shows no jobs.
 */
export function startCounting({ db, metrics }: App, role: Role): Repeated {
  // The jobs of every user. The worker may read them anyway, and its login may not look up as the api does.
  const rows = role === 'api' ? db.lookup : db
  return repeat({
    everyMs: EVERY_MS,
    async work() {
      try {
        const { jobs, late } = await countByAge(rows)
        metrics.showOpenJobs(jobs, late)
        metrics.showArchiving(await readArchiving(rows))
      } catch (error) {
        metrics.hideOpenJobs()
        throw error
      }
    },
    // A database that is away is told of as an outage.
    onFailure: () => undefined,
  })
}
