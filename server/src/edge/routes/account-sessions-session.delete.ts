import { endpoints } from '@atelier/contract'
import { endSession as end } from '#access/sessions'
import { sessionRoute } from '#edge/http'

export const endSession = sessionRoute(endpoints.endSession, async ({ app, session, params }) => {
  await end(app.db, session, params.session)
  return { status: 200, body: { message: 'The session has ended.' } }
})
