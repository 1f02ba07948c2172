import { AtelierError } from './atelier-error.ts'
import { buildRequest, type Request } from './build-request.ts'
import type { Client } from './client.ts'
import { type Endpoint, type Input, isRepeatable } from './endpoint.ts'
import { lost, type Outcome, readAnswer } from './read-answer.ts'
import { sleep } from './sleep.ts'

export type CallOptions = {
  /** Ends the call. Whether a submit was charged is unknown then. */
  signal?: AbortSignal | undefined
}

const MAX_TRIES = 3
const FIRST_WAIT_MS = 500

/** After these the same request is sent again. Others need a decision: other content, or more credits. */
const TRANSIENT = new Set<string>([
  'unreachable',
  'bad_answer',
  'rate_limited',
  'service_unavailable',
  'internal_error',
  'client_ref_in_progress',
])

/**
 * Sends a request, and repeats it after a failure only if a second execution does no harm: a read, a submit
 * with a `clientRef`, a report with an `idempotencyKey`. Any other request is repeated only after a refusal
 * by the rate limit, because nothing was executed then.
 */
export async function send<Answer>(
  client: Client,
  endpoint: Endpoint,
  input: Input = {},
  { signal }: CallOptions = {},
): Promise<Answer> {
  const request = buildRequest(client, endpoint, input)
  const mayRepeat = isRepeatable(endpoint, input)
  let isUnconfirmed = false
  for (let tries = 1; ; tries++) {
    const outcome = await trySending(client, endpoint, request, signal)
    if (outcome.ok) return outcome.value as Answer
    const waitMs = waitBefore(outcome.error, tries)
    const isFinal = tries === MAX_TRIES || waitMs > client.maxWaitMs || signal?.aborted
    if (isFinal || !isTransient(outcome.error) || !(mayRepeat || !outcome.isExecuted))
      throw afterUnconfirmed(endpoint, outcome.error, isUnconfirmed)
    isUnconfirmed ||= outcome.isUnconfirmed
    await sleep(waitMs, signal)
  }
}

async function trySending(
  client: Client,
  endpoint: Endpoint,
  { url, init }: Request,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const timeout = AbortSignal.timeout(client.tryMs)
  try {
    const signals = AbortSignal.any(signal ? [signal, timeout] : [timeout])
    return await readAnswer(endpoint, await client.fetch(url, { ...init, signal: signals }))
  } catch (cause) {
    return lost(endpoint, signal?.aborted ? 'aborted' : 'unreachable', cause)
  }
}

const isTransient = ({ code, details }: AtelierError): boolean =>
  TRANSIENT.has(code) || (code === 'idempotency_conflict' && details.inFlight === true)

const waitBefore = ({ retryAfterSeconds }: AtelierError, tries: number): number =>
  retryAfterSeconds === null
    ? FIRST_WAIT_MS * 4 ** (tries - 1) * (0.8 + 0.4 * Math.random())
    : retryAfterSeconds * 1000

/**
 * An earlier try of this submit may have been charged, and this refusal says nothing about it. A request that
 * is refused as invalid was never charged.
 */
function afterUnconfirmed(endpoint: Endpoint, error: AtelierError, isUnconfirmed: boolean): AtelierError {
  const isSettled = error.status === 400 || error.charged !== 'none'
  if (!isUnconfirmed || !endpoint.isCharged || isSettled) return error
  const { code, message, status, requestId, retryAfterSeconds, details } = error
  return new AtelierError({
    code,
    message,
    charged: 'unknown',
    ...(status !== null && { status }),
    ...(requestId !== null && { requestId }),
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
    details,
    cause: error,
  })
}
