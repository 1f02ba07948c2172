import { endpoints, VerificationBody } from '@atelier/contract'
import { presentSession } from '#access/factors'
import { verifyAddress as verify } from '#access/members'
import { publicRoute, receiveEntry, sessionCookie } from '#edge/http'

export const verifyAddress = publicRoute(endpoints.verifyAddress, async (call) => {
  const { db, config } = call.app
  const { token, session } = await verify(db, config.signUp, await receiveEntry(call, VerificationBody))
  const message = `Welcome, ${session.user.email}.`
  return {
    status: 201,
    body: { session: await presentSession(call.app, session), message },
    headers: sessionCookie(token),
  }
})
