import { ChangesQuery, endpoints } from '@atelier/contract'
import { answerUnlessSame, parseQuery, sessionRoute } from '#edge/http'
import { readChanges as read } from '#production/overview'

export const readChanges = sessionRoute(endpoints.readChanges, async ({ app, session, query, headers }) => {
  const { cursor, ...rest } = await read(app.db, session.owner, parseQuery(ChangesQuery, query).since)
  // Without a tag: who did not read its lists again since the last one has to.
  if (rest.reload) return { status: 200, body: { ...rest, cursor }, headers: { 'cache-control': 'no-store' } }
  // The cursor moves with the transactions of all users; without it, the same changes have the same tag.
  return answerUnlessSame(headers, { ...rest, cursor }, rest)
})
