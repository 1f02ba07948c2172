import { endpoints, SetupBody } from '@atelier/contract'
import { presentSession } from '#access/factors'
import { createFirstAdmin as create } from '#access/members'
import { publicRoute, receiveEntry, sessionCookie } from '#edge/http'

export const createFirstAdmin = publicRoute(endpoints.createFirstAdmin, async (call) => {
  const { token, session } = await create(call.app.db, await receiveEntry(call, SetupBody))
  const message = 'You are the first admin. Keep the password safe.'
  return {
    status: 201,
    body: { session: await presentSession(call.app, session), message },
    headers: sessionCookie(token),
  }
})
