import { endpoints, NoticesBody } from '@atelier/contract'
import { changeNotices as change } from '#access/mail'
import { sessionRoute } from '#edge/http'
import { parseFields } from '#platform/refusal'

export const changeNotices = sessionRoute(endpoints.changeNotices, async ({ app, session, body }) => {
  const wanted = parseFields(NoticesBody, body(), 'body')
  const notices = await change(app.db, app.config, session.user.id, wanted)
  const message = wanted.weeklySummary ? 'Saved. The first summary comes on Monday.' : 'Saved.'
  return { status: 200, body: { notices, message } }
})
