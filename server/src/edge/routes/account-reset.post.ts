import { endpoints, ResetBody } from '@atelier/contract'
import { requestReset as request } from '#access/members'
import { publicRoute, receiveEntry } from '#edge/http'

export const requestReset = publicRoute(endpoints.requestReset, async (call) => {
  const { db, config } = call.app
  await request(db, config.mail, await receiveEntry(call, ResetBody))
  const message = 'If this address has an account, a mail is on its way there.'
  return { status: 201, body: { message } }
})
