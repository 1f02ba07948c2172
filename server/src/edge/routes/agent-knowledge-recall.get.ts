import { endpoints, RecallQuery } from '@atelier/contract'
import { keyRoute, parseQuery } from '#edge/http'
import { recall } from '#learning/recall'

export const recallKnowledge = keyRoute(endpoints.recallKnowledge, async ({ app, caller, query }) => ({
  status: 200,
  body: { recall: await recall(app.db, caller.owner, parseQuery(RecallQuery, query)) },
}))
