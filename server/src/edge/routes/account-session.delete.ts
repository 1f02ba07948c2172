import { endpoints } from '@atelier/contract'
import { logOut as end } from '#access/identity'
import { clearedCookie, sessionRoute } from '#edge/http'

export const logOut = sessionRoute(endpoints.logOut, async ({ app, session }) => {
  await end(app.db, session)
  return { status: 200, body: { message: 'You are logged out.' }, headers: clearedCookie() }
})
