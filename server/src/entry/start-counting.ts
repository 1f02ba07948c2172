import type { App } from '#platform/app'
import { readArchivingFailure } from '#platform/db'
import { countByAge } from '#production/media'
import { type Repeated, repeat } from './repeat.ts'

const EVERY_MS = 10_000

/**
 * Reads every 10 s which jobs are open and whether the database is archived, for the metrics. A scrape shows
 * what was read last and never waits for the database; while that is away, it shows no jobs.
 */
export const startCounting = ({ db, metrics }: App): Repeated =>
  repeat({
    everyMs: EVERY_MS,
    async work() {
      try {
        const { jobs, late } = await countByAge(db.lookup)
        metrics.showOpenJobs(jobs, late)
        metrics.showArchivingFailure(await readArchivingFailure(db.lookup))
      } catch (error) {
        metrics.hideOpenJobs()
        throw error
      }
    },
    // A database that is away is told of as an outage.
    onFailure: () => undefined,
  })
