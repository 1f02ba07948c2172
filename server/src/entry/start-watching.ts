import type { App } from '#platform/app'
import { watchJobs } from '#production/jobs'
import { WATCH_EVERY_MS } from '#production/timing'

/** Checks the providers of waiting jobs, all that are due, twice a second. */
export function startWatching(app: App): { stop(): Promise<void> } {
  let stopped = false
  let isFailing = false
  let timer: NodeJS.Timeout
  const watch = async () => {
    try {
      while (!stopped && (await watchJobs(app)));
      isFailing = false
    } catch (err) {
      // The jobs are due again when their claims end.
      if (!isFailing) app.log.warn({ err }, 'waiting jobs could not be checked')
      isFailing = true
    }
    if (!stopped) timer = setTimeout(() => (running = watch()), WATCH_EVERY_MS)
  }
  let running = watch()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
