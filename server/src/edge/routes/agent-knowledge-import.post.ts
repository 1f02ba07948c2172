import { endpoints } from '@atelier/contract'
import { sessionRoute } from '#edge/http'
import { importKnowledge as take } from '#learning/portability'

export const importKnowledge = sessionRoute(
  endpoints.importKnowledge,
  async ({ app, session, lines, signal }) => ({
    status: 200,
    body: await take(app, session.owner, await lines(), signal),
  }),
)
