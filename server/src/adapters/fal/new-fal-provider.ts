import { FILES_MAX, type Provider, usualTimes } from '#platform/providers'
import { endpointOf } from './build-input.ts'
import { checkRequest } from './check-request.ts'
import { expectCostMicros } from './expect-cost.ts'
import { findOffer, newFalAccount } from './fal-account.ts'
import { adoptRequest, type FalHandle } from './fal-handle.ts'
import type { FalSettings } from './fal-settings.ts'
import { findRequest } from './find-request.ts'
import { readBill } from './read-bill.ts'
import { readCallback } from './read-callback.ts'
import { newRepeatedFailures } from './repeated-failures.ts'
import { newSigningKeys } from './signing-keys.ts'
import { submitRequest } from './submit-request.ts'
import { newUnitPrices } from './unit-prices.ts'

const CANCEL_TIMEOUT_MS = 5_000
/** A public service uploads at most a mask before it submits; another one, all pictures. */
const SUBMIT_MS = { public: 15_000, hidden: 30_000 }

/**
 * The adapter of fal: a queue that takes every order at once, says when it is done and lists what was bought,
 * but validates an order only while it runs.
 */
export function newFalProvider(settings: FalSettings): Provider {
  const account = newFalAccount(settings)
  const memory = { failures: newRepeatedFailures(), prices: newUnitPrices(account) }
  const keys = newSigningKeys(account)
  return {
    name: 'fal',
    isSimulated: false,
    offers: account.offers,
    fileHosts: settings.fileHosts,
    ...(settings.ownOrigin !== undefined && { ownOrigin: settings.ownOrigin }),
    times: {
      ...usualTimes,
      submitTimeoutMs: settings.isPublic ? SUBMIT_MS.public : SUBMIT_MS.hidden,
      checkFloorMs: 1_000,
    },
    filesPerJob: FILES_MAX,
    lostTries: 'find',
    expectedCostMicros: (job) => expectCostMicros(findOffer(account, job.model), job),

    submit: (request, timeoutMs) => submitRequest(account, request, timeoutMs),
    check: (handle) => checkRequest(account, handle, memory),
    find: async (_reference, readRequest) => findRequest(account, await readRequest()),

    adopt: (jobId, request) => {
      const offer = findOffer(account, request.model)
      return adoptRequest(account, offer ? endpointOf(offer, request) : '', jobId)
    },

    // Whatever it answers, nobody waits for the request any more.
    cancel: async (handle) => {
      const { cancelUrl } = handle as Partial<FalHandle>
      await account.ask(cancelUrl ?? '', { method: 'PUT', timeoutMs: CANCEL_TIMEOUT_MS })
    },

    readCallback: (rawBody, headers) => readCallback({ rawBody, headers }, settings.accountId, keys),
    readBill: (period, adminKey) => readBill(account, period, adminKey),
  }
}
