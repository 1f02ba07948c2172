import { AcceptBody, endpoints } from '@atelier/contract'
import { presentSession } from '#access/factors'
import { acceptInvitation as accept } from '#access/members'
import { publicRoute, receiveEntry, sessionCookie } from '#edge/http'

export const acceptInvitation = publicRoute(endpoints.acceptInvitation, async (call) => {
  const { db, config } = call.app
  const { token, session } = await accept(db, config.signUp, await receiveEntry(call, AcceptBody))
  const message = `Welcome, ${session.user.email}.`
  return {
    status: 201,
    body: { session: await presentSession(call.app, session), message },
    headers: sessionCookie(token),
  }
})
