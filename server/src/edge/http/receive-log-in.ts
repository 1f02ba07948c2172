import { SessionBody } from '@atelier/contract'
import { networkOf, takeNamedSlot } from '#access/limits'
import { parseFields } from '#platform/refusal'
import { refuseOtherSites } from './refuse-other-sites.ts'
import type { Call } from './route.ts'

const LOG_INS_PER_USER = 10
const LOG_INS_PER_NETWORK = 30

/**
 * The credentials of a log-in. Refuses requests from other sites, and too many in a minute from one network
 * or for one e-mail address. Attempts count whether they succeed or not, and whether the user exists or not.
 */
export async function receiveLogIn({ app, headers, address, body }: Call) {
  refuseOtherSites(headers, app.config.publicUrl)
  const credentials = parseFields(SessionBody, body(), 'body')
  await takeNamedSlot(app.db, networkOf(address), 'log-ins of a network', LOG_INS_PER_NETWORK)
  await takeNamedSlot(app.db, credentials.email.toLowerCase(), 'log-ins of an account', LOG_INS_PER_USER)
  return credentials
}
