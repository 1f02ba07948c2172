import { endpoints } from '@atelier/contract'
import { logOut as end } from '#access/identity'
import { behindSession, endCookie } from '#edge/http'

export const logOut = behindSession(endpoints.logOut, async ({ app, session }) => {
  await end(app.db, session)
  return { status: 200, body: { message: 'You are logged out.' }, headers: endCookie() }
})
