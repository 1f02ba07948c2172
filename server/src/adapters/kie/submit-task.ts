import { type Answer, asRecord, findRequestGap, readRetryAfterMs } from '#adapters/shared'
import type { ErrorClass, ProviderRequest, SubmitResponse } from '#platform/providers'
import { buildOrder } from './build-order.ts'
import { kieCatalogue } from './catalogue.ts'
import { classifyRefusal } from './classify-error.ts'
import { expectCostMicros } from './expect-cost-micros.ts'
import type { KieAccount } from './kie-account.ts'
import { placeReferences } from './place-references.ts'
import { readEnvelope } from './read-envelope.ts'

type Refused = SubmitResponse & { kind: 'refused' }

/** 20 new tasks in 10 seconds are allowed, and kie does not say how long to wait. */
const RATE_WINDOW_MS = 10_000

/** Uploads the references if need be, and then buys with one POST. */
export async function submitTask(
  account: KieAccount,
  request: ProviderRequest,
  timeoutMs: number,
): Promise<SubmitResponse> {
  const startedAt = performance.now()
  const offer = (account.settings.offers ?? kieCatalogue).find(({ id }) => id === request.model)
  if (!offer) return refuse('invalid_input', 'This model is not offered')
  // A part of an order has one file here, however many the order has.
  const gap = request.n > 1 ? 'This model makes one file at once' : findRequestGap(offer, request)
  if (gap) return refuse('invalid_input', gap)
  // Half of the time belongs to the POST: one that is cut short is bought and not known.
  const placed = await placeReferences(account, request.references, Math.ceil(timeoutMs / 3))
  if (placed.kind === 'refused') return placed
  const leftMs = Math.floor(timeoutMs - (performance.now() - startedAt))
  if (leftMs < timeoutMs / 2) return refuse('provider_transient', 'The references took too long to send.')
  const body = buildOrder(offer, request, placed.addresses)
  const answer = await account.askApi('/api/v1/jobs/createTask', { body, timeoutMs: leftMs })
  const response = readSubmit(account, answer)
  const expectedCostMicros = expectCostMicros(offer, request)
  if (response.kind === 'refused' || expectedCostMicros === undefined) return response
  return { ...response, expectedCostMicros }
}

type Told = Exclude<SubmitResponse, { kind: 'finished' }>

function readSubmit(account: KieAccount, answer: Answer): Told {
  if (answer.kind === 'unsent') return refuse('provider_transient', 'The provider cannot be reached.')
  if (answer.kind === 'unclear') return { kind: 'unknown' }
  const envelope = readEnvelope(answer)
  if (envelope?.code === 200) {
    const { taskId } = asRecord(envelope.data)
    const isNamed = typeof taskId === 'string' && taskId !== ''
    return isNamed ? { kind: 'accepted', handle: { jobId: taskId } } : { kind: 'unknown' }
  }
  const code = envelope?.code ?? readStatus(answer.status)
  const text = envelope?.text ?? ''
  const errorClass = code === undefined ? undefined : classifyRefusal(code, text)
  if (!errorClass) return { kind: 'unknown' }
  const refused = refuse(errorClass, describe(errorClass, account.clean(text)))
  const retryAfterMs =
    readRetryAfterMs(answer.headers) ?? (errorClass === 'rate' ? RATE_WINDOW_MS : undefined)
  return retryAfterMs === undefined ? refused : { ...refused, retryAfterMs }
}

/** Without an envelope only a 4xx says that nothing was made. A proxy's page with 503 proves nothing. */
const readStatus = (status: number): number | undefined =>
  status >= 400 && status < 500 ? status : undefined

/** What kie says about the order is for its owner; what it says about our account or its health is not. */
function describe(errorClass: ErrorClass, text: string): string {
  const isAboutOrder = ['moderation', 'invalid_input', 'input_unreachable', 'provider_failed'].includes(
    errorClass,
  )
  return isAboutOrder && text !== '' ? text : 'The provider does not take the job.'
}

const refuse = (errorClass: ErrorClass, message: string): Refused => ({
  kind: 'refused',
  class: errorClass,
  message,
})
