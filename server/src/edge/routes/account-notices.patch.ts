import { endpoints, NoticesBody } from '@atelier/contract'
import { chooseNotices } from '#access/payments'
import { sessionRoute } from '#edge/http'
import { parseFields } from '#platform/refusal'

export const changeNotices = sessionRoute(endpoints.changeNotices, async ({ app, session, body }) => {
  const wanted = parseFields(NoticesBody, body(), 'body')
  const notices = await chooseNotices(app, session.user.id, wanted)
  const message = wanted.weeklySummary ? 'Saved. The first summary comes on Monday.' : 'Saved.'
  return { status: 200, body: { notices, message } }
})
