import { endpoints } from '@atelier/contract'
import { networkOf, takeNamedSlot } from '#access/limits'
import { endNotices as end } from '#access/mail'
import { publicRoute } from '#edge/http'

/** The servers of a mail program call for many of its users. */
const PER_NETWORK = 300

export const endNotices = publicRoute(endpoints.endNotices, async ({ app, address, params }) => {
  await takeNamedSlot(app, networkOf(address), 'ends of notices', PER_NETWORK)
  await end(app.db, app.config, params.notice)
  return { status: 200, body: { message: 'You get no more of these mails.' } }
})
