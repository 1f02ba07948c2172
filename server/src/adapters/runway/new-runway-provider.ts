import { FILES_MAX, type Provider, usualTimes } from '#platform/providers'
import { cancelTask } from './cancel-task.ts'
import { runwayCatalogue } from './catalogue.ts'
import { checkTask } from './check-task.ts'
import { priceJob } from './credits.ts'
import { newRunwayClient } from './new-runway-client.ts'
import { readBill } from './read-bill.ts'
import type { RunwaySettings } from './runway-settings.ts'
import { submitTask } from './submit-task.ts'

/** Runway has no callbacks and no list of tasks: jobs are checked, and a lost one cannot be found. */
export function newRunwayProvider(settings: RunwaySettings): Provider {
  const client = newRunwayClient(settings)
  const offers = settings.offers ?? runwayCatalogue
  return {
    name: 'runway',
    isSimulated: false,
    offers,
    fileHosts: settings.fileHosts,
    ownOrigin: new URL(settings.baseUrl).origin,
    // Runway asks for no more than one read in 5 seconds.
    times: { ...usualTimes, submitTimeoutMs: 60_000, checkFloorMs: 5_000 },
    filesPerJob: FILES_MAX,
    lostTries: 'wait',
    expectedCostMicros: (job) =>
      priceJob(
        offers.find(({ id }) => id === job.model),
        job,
      ),
    submit: (request, timeoutMs) => submitTask(client, request, timeoutMs),
    check: ({ jobId }) => checkTask(client, jobId),
    cancel: ({ jobId }) => cancelTask(client, jobId),
    readBill: (period) => readBill(client, period),
  }
}
