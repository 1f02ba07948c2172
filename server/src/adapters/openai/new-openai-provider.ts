import { newDispatcher } from '#adapters/shared'
import { FILES_MAX, type Provider, usualTimes } from '#platform/providers'
import { openaiCatalogue } from './catalogue.ts'
import type { OpenaiSettings } from './openai-settings.ts'
import { readBill } from './read-bill.ts'
import { submitImages } from './submit-images.ts'
import { expectCost } from './token-costs.ts'

/** A call was seen to take 49 s for one picture. */
const SUBMIT_MS = 180_000

/**
 * OpenAI Images, and servers with the same protocol. It is synchronous: the answer to the submit has the
 * pictures, and there is no job to check, find or cancel afterwards.
 */
export function newOpenaiProvider(settings: OpenaiSettings): Provider {
  const client = { dispatcher: newDispatcher(null), settings }
  const offers = settings.offers ?? openaiCatalogue
  return {
    name: 'openai',
    isSimulated: false,
    offers,
    // Pictures come inside the answer, so no address is ever opened.
    fileHosts: [],
    times: { ...usualTimes, submitTimeoutMs: SUBMIT_MS },
    filesPerJob: Math.min(FILES_MAX, ...offers.map(({ nMax }) => nMax)),
    // The pictures were only in the lost answer: waiting for them is of no use.
    lostTries: 'close',
    expectedCostMicros: (job) => {
      const offer = offers.find(({ id }) => id === job.model)
      return offer && job.kind === 'image' ? expectCost(offer, job) : undefined
    },
    submit: (request, timeoutMs) => submitImages(client, request, timeoutMs),
    check: async () => ({ kind: 'unreachable' }),
    readBill: (period, adminKey) => readBill(settings, period, adminKey),
  }
}
