import { AtelierError, type Charged } from './atelier-error.ts'
import type { Endpoint } from './endpoint.ts'

/** What became of one try. `isUnconfirmed`: the service may have executed it. */
export type Outcome =
  | { ok: true; value: unknown }
  | { ok: false; error: AtelierError; isUnconfirmed: boolean; isExecuted: boolean }

/** `isExecuted` is false only when the answer proves that nothing happened before the refusal. */
const failed = (error: AtelierError, isUnconfirmed: boolean, isExecuted = true): Outcome => ({
  ok: false,
  error,
  isUnconfirmed,
  isExecuted,
})

export const lost = (endpoint: Endpoint, code: 'unreachable' | 'aborted', cause: unknown): Outcome =>
  failed(
    new AtelierError({
      code,
      message: code === 'aborted' ? 'The call was aborted.' : 'The service did not answer.',
      charged: endpoint.isCharged ? 'unknown' : 'none',
      cause,
    }),
    true,
  )

export async function readAnswer(endpoint: Endpoint, answer: Response): Promise<Outcome> {
  if (answer.ok && endpoint.isFile) return { ok: true, value: answer }
  const body: unknown = await readJson(answer)
  if (answer.ok && isRecord(body)) return { ok: true, value: body }
  if (!answer.ok && isRecord(body) && typeof body.code === 'string') return refused(answer, body)
  // A proxy answered, or the body was cut: the service may have executed the request all the same.
  const message = `The answer, with status ${answer.status}, is not one of Atelier.`
  const charged = endpoint.isCharged ? 'unknown' : 'none'
  return failed(new AtelierError({ code: 'bad_answer', message, charged, status: answer.status }), true)
}

function refused({ status, headers }: Response, body: Record<string, unknown>): Outcome {
  const { error: message, code, charged, requestId, ...details } = body
  const seconds = Number(headers.get('retry-after') ?? details.retryAfterSeconds ?? Number.NaN)
  const error = new AtelierError({
    code: String(code),
    message: String(message),
    charged: charged === 'none' || charged === 'refunded' ? charged : ('unknown' satisfies Charged),
    status,
    ...(typeof requestId === 'string' && { requestId }),
    ...(Number.isFinite(seconds) && { retryAfterSeconds: seconds }),
    details,
  })
  const isUnconfirmed = error.charged === 'unknown' || code === 'client_ref_in_progress'
  return failed(error, isUnconfirmed, code !== 'rate_limited')
}

async function readJson(answer: Response): Promise<unknown> {
  try {
    return await answer.json()
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
