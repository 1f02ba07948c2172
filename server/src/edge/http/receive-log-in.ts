import { SessionBody } from '@atelier/contract'
import { clearNamedSlots, networkOf, takeNamedSlot } from '#access/limits'
import { parseFields } from '#platform/refusal'
import { refuseOtherSites } from './refuse-other-sites.ts'
import type { Call } from './route.ts'

const FAILURES_PER_USER_AND_NETWORK = 10
const LOG_INS_PER_NETWORK = 30
const FAILURES = 'failed log-ins of a user from a network'

/**
 * The credentials of a log-in. Refuses requests from other sites, and too many in a minute from one network
 * or for one e-mail address from one network. An attempt is counted before the password is checked, whether
 * the user exists or not; `succeeded` takes the count back. Another network has its own count, so a caller
 * elsewhere cannot lock a user out.
 */
export async function receiveLogIn({ app, headers, address, body }: Call) {
  refuseOtherSites(headers, app.config.publicUrl)
  const credentials = parseFields(SessionBody, body(), 'body')
  const network = networkOf(address)
  const pair = `${credentials.email.toLowerCase()} ${network}`
  await takeNamedSlot(app.db, network, 'log-ins of a network', LOG_INS_PER_NETWORK)
  await takeNamedSlot(app.db, pair, FAILURES, FAILURES_PER_USER_AND_NETWORK)
  return { credentials, succeeded: () => clearNamedSlots(app.db, pair, FAILURES) }
}
