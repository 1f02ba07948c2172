import { endpoints, RecallQuery } from '@atelier/contract'
import { keyRoute, readQuery } from '#edge/http'
import { recall } from '#learning/recall'

export const recallKnowledge = keyRoute(endpoints.recallKnowledge, async ({ app, caller, query }) => ({
  status: 200,
  body: { recall: await recall(app.db, caller.owner, readQuery(RecallQuery, query)) },
}))
