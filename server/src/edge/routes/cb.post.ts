import { publicRoute } from '#edge/http'
import { receiveCallback as receive } from '#production/jobs'

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

export const receiveCallback = publicRoute(callback, async ({ app, params, query }) => {
  await receive(app, params.provider, params.id, query.t ?? '')
  return { status: 200, body: { ok: true } }
})
