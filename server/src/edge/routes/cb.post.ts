import { publicRoute } from '#edge/http'
import { Refusal } from '#platform/refusal'
import { receiveCallback as receive } from '#production/callbacks'

/** A callback may hold the result, which we do not read. */
const BYTES_MAX = 1_048_576

/**
 * Providers report here that a job has ended. Not part of the interface: the token in the URL is the key.
 */
const callback = {
  method: 'POST',
  path: '/cb/{provider}/{id}',
  chapter: 'Service',
  summary: 'A provider reports that a job has ended',
  auth: 'open',
  answer: { status: 200, description: 'Received' },
} as const

export const receiveCallback = publicRoute(callback, async ({ app, params, query, headers, readBytes }) => {
  const readBody = () => readBytes(BYTES_MAX).catch(withoutLarge)
  await receive(app, { ...params, p: query.p, t: query.t, headers: textsOf(headers), readBody })
  return { status: 200, body: { ok: true } }
})

/** A body that is too large is not read. The callback counts all the same. */
function withoutLarge(error: unknown): undefined {
  if (!(error instanceof Refusal) || error.code !== 'body_too_large') throw error
}

const textsOf = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
