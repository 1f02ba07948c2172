import { readRetryAfterMs } from '#adapters/shared'
import type { ErrorClass, SubmitResponse } from '#platform/providers'

export type Refused = Extract<SubmitResponse, { kind: 'refused' }>
export type ErrorAnswer = { status: number; headers: Record<string, string>; text: string }

type Envelope = { code: string; type: string; message: string }

const NO_CREDIT = ['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active']

/** Why the provider certainly made nothing; undefined when it may have made and charged it. */
export function classifyRefusal(answer: ErrorAnswer, clean: (text: string) => string): Refused | undefined {
  const envelope = readEnvelope(answer.text)
  const errorClass = classOf(answer.status, envelope)
  switch (errorClass) {
    case undefined:
      return undefined
    case 'rate':
    case 'provider_transient':
      return newTemporary(answer, errorClass)
    case 'moderation':
    case 'invalid_input':
      return {
        kind: 'refused',
        class: errorClass,
        message: clean(envelope?.message ?? '') || 'The provider refused the job',
      }
    default:
      // What it says is about our account or address there.
      return { kind: 'refused', class: errorClass, message: 'The provider takes no jobs at the moment' }
  }
}

function classOf(status: number, envelope: Envelope | undefined): ErrorClass | undefined {
  // The page of a proxy proves nothing: only the provider's own words say that it took nothing.
  if (status === 503) return envelope && 'provider_transient'
  // A request that timed out or met another one may have been taken.
  if (status < 400 || status > 499 || status === 408 || status === 409) return undefined
  if (status === 401 || status === 403) return 'auth'
  // The same trouble comes as a 429 that no pause heals, and as a 400 that no other prompt heals.
  const isOutOfCredit = envelope && [envelope.code, envelope.type].some((one) => NO_CREDIT.includes(one))
  if (status === 402 || isOutOfCredit) return 'quota'
  if (status === 429) return 'rate'
  // The address, the method or the name of the model is wrong, and the order is not.
  if (status === 404 || status === 405) return 'provider_failed'
  return envelope?.code === 'moderation_blocked' ? 'moderation' : 'invalid_input'
}

/** `x-should-retry` can forbid a second try. It never allows one: it knows nothing of what was bought. */
function newTemporary({ headers }: ErrorAnswer, errorClass: 'rate' | 'provider_transient'): Refused {
  const message = 'The provider has too much to do at the moment'
  if (headers['x-should-retry'] === 'false') return { kind: 'refused', class: 'provider_failed', message }
  const retryAfterMs = readPauseMs(headers)
  return { kind: 'refused', class: errorClass, message, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

function readPauseMs(headers: Record<string, string>): number | undefined {
  const ms = Number(headers['retry-after-ms'])
  return ms > 0 && Number.isFinite(ms) ? ms : readRetryAfterMs(headers)
}

function readEnvelope(text: string): Envelope | undefined {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return undefined
  }
  const { error } = Object(json) as { error?: unknown }
  if (typeof error !== 'object' || error === null) return undefined
  const { code, type, message } = error as Record<string, unknown>
  return { code: toText(code), type: toText(type), message: toText(message) }
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
