import { DaysQuery, endpoints } from '@atelier/contract'
import { parseQuery, sessionRoute } from '#edge/http'
import { countMedia as count } from '#production/overview'

export const countMedia = sessionRoute(endpoints.countMedia, async ({ app, session, query, signal }) => {
  const wanted = parseQuery(DaysQuery, query)
  const { owner } = session
  return { status: 200, body: await app.heavy.read(owner.userId, signal, (db) => count(db, owner, wanted)) }
})
