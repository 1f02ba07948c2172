import type { App } from '#platform/app'
import { watchJobs } from '#production/jobs'
import { WATCH_EVERY_MS } from '#production/timing'
import { type Repeated, repeat } from './repeat.ts'

/** Checks the providers of waiting jobs, all that are due, twice a second. */
export const startWatching = (app: App): Repeated =>
  repeat({
    everyMs: WATCH_EVERY_MS,
    async work(isStopped) {
      while (!isStopped() && (await watchJobs(app)));
    },
    // The jobs are due again when their claims end.
    onFailure: (err) => app.log.warn({ err }, 'waiting jobs could not be checked'),
  })
