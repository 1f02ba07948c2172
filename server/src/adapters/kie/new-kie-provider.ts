import { type Provider, usualTimes } from '#platform/providers'
import { adoptTask } from './adopt-task.ts'
import { kieCatalogue } from './catalogue.ts'
import { checkTask } from './check-task.ts'
import { expectCostMicros } from './expect-cost-micros.ts'
import { newKieAccount } from './kie-account.ts'
import type { KieSettings } from './kie-settings.ts'
import { readBill } from './read-bill.ts'
import { readCallback } from './read-callback.ts'
import { submitTask } from './submit-task.ts'

/**
 * The jobs API of kie. It has no list, so a lost try waits for its callback, and no cancel. The older 4o
 * interface is not used.
 */
export function newKieProvider(settings: KieSettings): Provider {
  const account = newKieAccount(settings)
  const offers = settings.offers ?? kieCatalogue
  return {
    name: 'kie',
    isSimulated: false,
    offers,
    fileHosts: settings.fileHosts,
    ownOrigin: new URL(settings.apiUrl).origin,
    times: { ...usualTimes, submitTimeoutMs: 60_000, checkFloorMs: 2_000 },
    filesPerJob: 1,
    lostTries: 'wait',
    expectedCostMicros: (job) =>
      expectCostMicros(
        offers.find(({ id }) => id === job.model),
        job,
      ),
    submit: (request, timeoutMs) => submitTask(account, request, timeoutMs),
    check: (handle) => checkTask(account, handle),
    adopt: adoptTask,
    readCallback: async (rawBody, headers) => readCallback(rawBody, headers, settings.webhookKey),
    readBill: () => readBill(account),
  }
}
