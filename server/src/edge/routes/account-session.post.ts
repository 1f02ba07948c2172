import { endpoints } from '@atelier/contract'
import { presentSession, logIn as start } from '#access/identity'
import { publicRoute, readToken, receiveLogIn, sessionCookie } from '#edge/http'

export const logIn = publicRoute(endpoints.logIn, async (call) => {
  const { credentials, succeeded } = await receiveLogIn(call)
  const { token, session } = await start(call.app.db, credentials, readToken(call.headers))
  await succeeded()
  const message = `You are logged in as ${session.user.email}.`
  return { status: 201, body: { session: presentSession(session), message }, headers: sessionCookie(token) }
})
