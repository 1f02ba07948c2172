import { type Answer, findRequestGap, readRetryAfterMs } from '#adapters/shared'
import type { Handle, ProviderRequest, SubmitResponse } from '#platform/providers'
import { buildInput, endpointOf } from './build-input.ts'
import { classifyError, hasEnvelope } from './classify-error.ts'
import { expectCostMicros } from './expect-cost.ts'
import { type FalAccount, findOffer } from './fal-account.ts'
import { readAccepted } from './fal-handle.ts'
import { placePictures } from './place-pictures.ts'

/** Uploads end early enough to leave this share of the time to the submit. */
const SUBMIT_SHARE = 0.4
/** Files are copied at once; after a disturbance of our storage there are days left. */
const FILE_LIFETIME_SECONDS = 3 * 86_400
/** A proxy gave up, or the caller is said to have: the request may have been accepted. */
const PROVES_NOTHING = [408, 499]

type Refused = SubmitResponse & { kind: 'refused' }

/** Sends the pictures if it must, then the one POST that buys. */
export async function submitRequest(
  account: FalAccount,
  request: ProviderRequest,
  timeoutMs: number,
): Promise<SubmitResponse> {
  const startedAt = performance.now()
  const offer = findOffer(account, request.model)
  const gap = offer ? findRequestGap(offer, request) : 'This model is not offered'
  if (!offer || gap) return { kind: 'refused', class: 'invalid_input', message: gap ?? '' }
  const placed = await placePictures(account, request, timeoutMs * (1 - SUBMIT_SHARE))
  if (placed.kind === 'refused') return placed
  const leftMs = Math.ceil(timeoutMs - (performance.now() - startedAt))
  // A submit that is cut off is one whose outcome is unknown, so it is rather not begun.
  if (leftMs < (timeoutMs * SUBMIT_SHARE) / 2) return refused('The references took too long to read.')
  const endpoint = endpointOf(offer, request)
  const answer = await account.ask(submitUrl(account, endpoint, request), {
    headers: headersOf(request),
    body: buildInput(offer, request, placed.addresses),
    timeoutMs: leftMs,
  })
  const expectedCostMicros = expectCostMicros(offer, request)
  const read = readSubmit(account, endpoint, answer)
  if (read.kind === 'refused' || expectedCostMicros === undefined) return read
  return { ...read, expectedCostMicros }
}

function submitUrl({ settings }: FalAccount, endpoint: string, { callbackUrl }: ProviderRequest): string {
  const webhook = callbackUrl && `?fal_webhook=${encodeURIComponent(callbackUrl)}`
  return `${settings.queueUrl}/${endpoint}${webhook}`
}

/** Never `X-Fal-Store-IO`: without the stored input a lost submit cannot be found. */
function headersOf({ reference }: ProviderRequest): Record<string, string> {
  const [job, part = '1'] = reference.split('/')
  return {
    // Otherwise an equivalent endpoint may serve it, whose fields and prices are others.
    'x-app-fal-disable-fallback': 'true',
    'x-fal-tags': `job=${job},part=${part}`,
    'x-fal-object-lifecycle-preference': JSON.stringify({
      expiration_duration_seconds: FILE_LIFETIME_SECONDS,
    }),
  }
}

type Read = { kind: 'accepted'; handle: Handle } | { kind: 'unknown' } | Refused

function readSubmit(account: FalAccount, endpoint: string, answer: Answer): Read {
  if (answer.kind === 'unsent') return refused('The provider cannot be reached.')
  if (answer.kind === 'unclear') return { kind: 'unknown' }
  const { status, headers, json } = answer
  if (status >= 200 && status < 300) {
    const handle = readAccepted(account, endpoint, json)
    return handle ? { kind: 'accepted', handle } : { kind: 'unknown' }
  }
  const retryAfterMs = readRetryAfterMs(headers)
  const later = retryAfterMs === undefined ? {} : { retryAfterMs }
  if (status === 503 && hasEnvelope(json))
    return { ...refused('The provider is not available at the moment.'), ...later }
  const isRefusal = status >= 400 && status < 500 && !PROVES_NOTHING.includes(status)
  // A page of a proxy proves nothing, except that too many requests did not get past it.
  if (!isRefusal || (status !== 429 && !hasEnvelope(json))) return { kind: 'unknown' }
  return { kind: 'refused', ...classifyError(answer, account.settings.key), ...later }
}

const refused = (message: string): Refused => ({ kind: 'refused', class: 'provider_transient', message })
