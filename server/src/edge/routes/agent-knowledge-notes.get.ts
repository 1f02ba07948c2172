import { endpoints, PageQuery } from '@atelier/contract'
import { keyRoute, parseQuery } from '#edge/http'
import { listNotes as list } from '#learning/notes'

export const listNotes = keyRoute(endpoints.listNotes, async ({ app, caller, query }) => ({
  status: 200,
  body: await list(app.db, caller.owner, parseQuery(PageQuery, query)),
}))
