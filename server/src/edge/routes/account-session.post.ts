import { endpoints } from '@atelier/contract'
import { presentSession, logIn as start } from '#access/identity'
import { publicRoute, receiveLogIn, startCookie, tokenIn } from '#edge/http'

export const logIn = publicRoute(endpoints.logIn, async (call) => {
  const given = await receiveLogIn(call)
  const { token, session } = await start(call.app.db, given, tokenIn(call.headers))
  const message = `You are logged in as ${session.user.email}.`
  return { status: 201, body: { session: presentSession(session), message }, headers: startCookie(token) }
})
