import { endpoints, SearchQuery } from '@atelier/contract'
import { keyRoute, parseQuery } from '#edge/http'
import { searchKnowledge as search } from '#learning/recall'

export const searchKnowledge = keyRoute(
  endpoints.searchKnowledge,
  async ({ app, caller, query, signal }) => ({
    status: 200,
    body: await search(app, caller.owner, parseQuery(SearchQuery, query), signal),
  }),
)
