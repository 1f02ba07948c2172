import { endpoints, SearchQuery } from '@atelier/contract'
import { keyRoute, parseQuery } from '#edge/http'
import { searchKnowledge as search } from '#learning/recall'

export const searchKnowledge = keyRoute(endpoints.searchKnowledge, async ({ app, caller, query }) => ({
  status: 200,
  body: await search(app.db, caller.owner, parseQuery(SearchQuery, query)),
}))
