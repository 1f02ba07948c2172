import { endpoints, PageQuery } from '@atelier/contract'
import { listCharacters as list } from '#catalog/characters'
import { keyRoute, parseQuery } from '#edge/http'

export const listCharacters = keyRoute(endpoints.listCharacters, async ({ app, caller, query }) => ({
  status: 200,
  body: await list(app.db, caller.owner, parseQuery(PageQuery, query)),
}))
