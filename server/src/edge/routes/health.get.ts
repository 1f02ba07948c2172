import { endpoints } from '@atelier/contract'
import { publicRoute } from '#edge/http'
import { Refusal } from '#platform/refusal'

/**
 * Whether requests should be sent here: no request can be answered without the database, and a process that
 * is closing answers, but asks for no more.
 */
export const readHealth = publicRoute(endpoints.readHealth, async ({ app }) => {
  if (app.closing.isAnnounced) throw isClosing()
  await app.db.ping()
  return { status: 200, body: { ok: true } }
})

const isClosing = () =>
  new Refusal(
    'service_unavailable',
    'This process is closing. Send the request again: another one answers it.',
    {},
    { 'retry-after': '1' },
  )
