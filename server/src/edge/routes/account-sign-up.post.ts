import { endpoints, SignUpBody } from '@atelier/contract'
import { signUp as create } from '#access/members'
import { publicRoute, receiveEntry } from '#edge/http'

export const signUp = publicRoute(endpoints.signUp, async (call) => {
  await create(call.app.db, call.app.config.signUp, await receiveEntry(call, SignUpBody))
  const message = 'Log in now. If that fails, the address had an account before.'
  return { status: 201, body: { message } }
})
