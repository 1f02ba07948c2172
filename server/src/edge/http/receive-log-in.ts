import { SessionBody } from '@atelier/contract'
import type { z } from 'zod'
import { clearNamedSlots, networkOf, takeNamedSlot } from '#access/limits'
import { parseFields } from '#platform/refusal'
import { refuseOtherSites } from './refuse-other-sites.ts'
import type { Call } from './route.ts'

const FAILURES_PER_USER_AND_NETWORK = 10
const LOG_INS_PER_NETWORK = 30
const FAILURES = 'failed log-ins of a user from a network'

/**
 * The body of a request by which a user comes in: only from our own pages, and not too many in a minute from
 * one network. Guesses of links, codes and addresses share this count with the log-ins.
 */
export async function receiveEntry<Body extends z.ZodType>(
  { app, headers, address, body }: Call,
  schema: Body,
): Promise<z.infer<Body>> {
  refuseOtherSites(headers, app.config.publicUrl)
  const parsed = parseFields(schema, body(), 'body')
  await takeNamedSlot(app, networkOf(address), 'log-ins of a network', LOG_INS_PER_NETWORK)
  return parsed
}

/**
 * The credentials of a log-in. Refuses requests from other sites, and too many in a minute from one network
 * or for one e-mail address from one network. An attempt is counted before the password is checked, whether
 * the user exists or not; `succeeded` takes the count back. Another network has its own count, so a caller
 * elsewhere cannot lock a user out.
 */
export async function receiveLogIn(call: Call) {
  const { app, address } = call
  const credentials = await receiveEntry(call, SessionBody)
  const pair = `${credentials.email.toLowerCase()} ${networkOf(address)}`
  await takeNamedSlot(app, pair, FAILURES, FAILURES_PER_USER_AND_NETWORK)
  return { credentials, succeeded: () => clearNamedSlots(app, pair, FAILURES) }
}
