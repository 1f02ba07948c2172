import { endpoints } from '@atelier/contract'
import { presentSession, startLogIn } from '#access/factors'
import { publicRoute, readToken, receiveLogIn, sessionCookie } from '#edge/http'

export const logIn = publicRoute(endpoints.logIn, async (call) => {
  const { db, config } = call.app
  const { credentials, succeeded } = await receiveLogIn(call)
  const begun = await startLogIn(db, config.factorKeys, credentials, readToken(call.headers))
  await succeeded()
  if ('challenge' in begun) {
    const message = 'Now send a code of your authenticator, or a recovery code.'
    return { status: 201, body: { session: null, ...begun, message } }
  }
  const { token, session } = begun
  const message = `You are logged in as ${session.user.email}.`
  return {
    status: 201,
    body: { session: await presentSession(call.app, session), challenge: null, message },
    headers: sessionCookie(token),
  }
})
