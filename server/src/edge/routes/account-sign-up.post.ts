import { endpoints, SignUpBody } from '@atelier/contract'
import { signUp as create } from '#access/members'
import { publicRoute, receiveEntry } from '#edge/http'

export const signUp = publicRoute(endpoints.signUp, async (call) => {
  const { db, config } = call.app
  await create(db, config, await receiveEntry(call, SignUpBody))
  const message = config.mail
    ? 'Open the link in the mail that is on its way to this address, within a day.'
    : 'Log in now. If that fails, the address had an account before.'
  return { status: 201, body: { message } }
})
