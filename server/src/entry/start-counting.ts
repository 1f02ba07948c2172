import type { App } from '#platform/app'
import { countByAge } from '#production/media'

const EVERY_MS = 10_000

/**
 * Reads every 10 s which jobs are open, for the metrics. A scrape shows what was read last and never waits
 * for the database; while that is away, it shows no jobs.
 */
export function startCounting(app: App): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout
  const count = async () => {
    // A database that is away is told of as an outage.
    await countByAge(app.db.lookup).then(
      ({ jobs, late }) => app.metrics.showOpenJobs(jobs, late),
      () => app.metrics.hideOpenJobs(),
    )
    if (!stopped) timer = setTimeout(() => (running = count()), EVERY_MS)
  }
  let running = count()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
