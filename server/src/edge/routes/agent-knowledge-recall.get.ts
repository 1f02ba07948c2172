import { endpoints, RecallQuery } from '@atelier/contract'
import { behindKey, readQuery } from '#edge/http'
import { recall } from '#learning/recall'

export const recallKnowledge = behindKey(endpoints.recallKnowledge, async ({ app, caller, query }) => ({
  status: 200,
  body: { recall: await recall(app.db, caller.owner, readQuery(RecallQuery, query)) },
}))
