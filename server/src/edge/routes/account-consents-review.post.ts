import { ConsentQuery, endpoints } from '@atelier/contract'
import { readAskedConsent as read } from '#access/oauth'
import { sessionRoute } from '#edge/http'
import { parseFields } from '#platform/refusal'

export const readAskedConsent = sessionRoute(endpoints.readAskedConsent, async ({ app, session, body }) => {
  const { request } = parseFields(ConsentQuery, body(), 'body')
  return { status: 200, body: { asked: await read(app, session.user.id, request) } }
})
