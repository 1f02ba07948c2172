import { CodeBody, endpoints } from '@atelier/contract'
import { finishLogIn as finish, presentSession } from '#access/factors'
import { publicRoute, readToken, receiveEntry, sessionCookie } from '#edge/http'

export const finishLogIn = publicRoute(endpoints.finishLogIn, async (call) => {
  const { db, config } = call.app
  const body = await receiveEntry(call, CodeBody)
  const { token, session } = await finish(db, config.factorKeys, body, readToken(call.headers))
  const message = `You are logged in as ${session.user.email}.`
  return {
    status: 201,
    body: { session: await presentSession(call.app, session), message },
    headers: sessionCookie(token),
  }
})
