import { endpoints, PageQuery } from '@atelier/contract'
import { listCharacters as list } from '#catalog/characters'
import { behindKey, readQuery } from '#edge/http'

export const listCharacters = behindKey(endpoints.listCharacters, async ({ app, caller, query }) => ({
  status: 200,
  body: await list(app.db, caller.owner, readQuery(PageQuery, query)),
}))
