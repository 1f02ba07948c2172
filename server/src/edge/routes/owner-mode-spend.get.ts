import { endpoints, SpendQuery } from '@atelier/contract'
import { parseQuery, sessionRoute } from '#edge/http'
import { readSpend as read } from '#production/overview'

export const readSpend = sessionRoute(endpoints.readSpend, async ({ app, session, query, signal }) => {
  const wanted = parseQuery(SpendQuery, query)
  const { owner } = session
  return { status: 200, body: await app.heavy.read(owner.userId, signal, (db) => read(db, owner, wanted)) }
})
