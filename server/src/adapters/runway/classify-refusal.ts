import { type Answer, readRetryAfterMs } from '#adapters/shared'
import type { ErrorClass, SubmitResponse } from '#platform/providers'

export type Refused = Extract<SubmitResponse, { kind: 'refused' }>
export type Answered = Extract<Answer, { kind: 'answered' }>

type Issue = { path?: unknown; message?: unknown }
type Envelope = { error: string; issues: Issue[] }

const NO_CREDIT = /\b(?:enough|insufficient|out of|no) credits?\b/i
/** Trouble with a reference names the field of its address. */
const ASSET = /\basset\b|\.uri\b/i

/** Why Runway certainly did not do what it was asked for; undefined when it may have done it. */
export function classifyRefusal(answer: Answered, clean: (text: string) => string): Refused | undefined {
  const envelope = readEnvelope(answer.json)
  const errorClass = classOf(answer.status, envelope)
  if (!errorClass) return undefined
  const retryAfterMs = readRetryAfterMs(answer.headers)
  return {
    kind: 'refused',
    class: errorClass,
    message: clean(envelope ? describe(envelope) : '') || 'The provider refused the job',
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
}

function classOf(status: number, envelope: Envelope | undefined): ErrorClass | undefined {
  // A proxy that gave up waiting may have passed the request on.
  if (status === 408) return undefined
  if (status === 429) return 'rate'
  // The page of a proxy proves nothing: only Runway's own words say that it took nothing.
  if (status === 503) return envelope && 'provider_transient'
  if (status === 401 || status === 403) return 'auth'
  // The address or the method is wrong, and the order is not.
  if (status === 404 || status === 405) return 'provider_failed'
  if (status < 400 || status > 499) return undefined
  if (envelope && NO_CREDIT.test(envelope.error)) return 'quota'
  return envelope && ASSET.test(describe(envelope)) ? 'input_unreachable' : 'invalid_input'
}

function readEnvelope(json: unknown): Envelope | undefined {
  const { error, issues } = Object(json) as { error?: unknown; issues?: unknown }
  return typeof error === 'string' ? { error, issues: Array.isArray(issues) ? issues : [] } : undefined
}

/** `Validation of body failed: promptText Must have at most 3500 characters` */
function describe({ error, issues }: Envelope): string {
  const each = issues.map((issue) => {
    const { path, message } = Object(issue) as Issue
    return `${Array.isArray(path) ? path.join('.') : ''} ${typeof message === 'string' ? message : ''}`.trim()
  })
  return [error, each.join('; ')].filter(Boolean).join(': ')
}
