import { type RefusalCode, refusals } from './generated/refusals.ts'

/** A refusal of the service, or what happened instead of an answer. Later versions may have further codes. */
export type ErrorCode = RefusalCode | 'unreachable' | 'bad_answer' | 'aborted' | (string & {})

export type Charged = 'none' | 'refunded' | 'unknown'

type Facts = {
  code: ErrorCode
  message: string
  charged: Charged
  status?: number
  requestId?: string
  retryAfterSeconds?: number
  details?: Record<string, unknown>
  cause?: unknown
}

const UNKNOWN_HINT =
  'Send the same request again. A submit is charged once if it has the same clientRef; without one, look ' +
  'for the job in the list of media first.'

/** Why a call failed, and what to do about it. */
export class AtelierError extends Error {
  override readonly name = 'AtelierError'
  readonly code: ErrorCode
  /** What to do next. */
  readonly hint: string
  /** What happened to the credits. `unknown`: the same submit with the same `clientRef` tells. */
  readonly charged: Charged
  /** What the operator needs to find this request in the log; null without an answer of the service. */
  readonly requestId: string | null
  readonly status: number | null
  /** The same request may succeed later. */
  readonly retryable: boolean
  readonly retryAfterSeconds: number | null
  /** The fields that the code adds, such as `field`, `balance`, `required` or `existingId`. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(facts: Facts) {
    super(facts.message, facts.cause === undefined ? {} : { cause: facts.cause })
    const known = Object.hasOwn(refusals, facts.code) ? refusals[facts.code as RefusalCode] : undefined
    this.code = facts.code
    this.charged = facts.charged
    this.hint = facts.charged === 'unknown' || !known ? UNKNOWN_HINT : known.hint
    this.requestId = facts.requestId ?? null
    this.status = facts.status ?? null
    this.retryable = known ? known.retryable : facts.code !== 'aborted'
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null
    this.details = facts.details ?? {}
  }
}
