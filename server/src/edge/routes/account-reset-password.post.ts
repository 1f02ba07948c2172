import { endpoints, NewPasswordBody } from '@atelier/contract'
import { finishReset as finish } from '#access/members'
import { publicRoute, receiveEntry } from '#edge/http'

export const finishReset = publicRoute(endpoints.finishReset, async (call) => {
  await finish(call.app.db, await receiveEntry(call, NewPasswordBody))
  const message = 'The password is set. All sessions have ended: log in with it.'
  return { status: 201, body: { message } }
})
