import { endpoints, ReviewedNotesQuery } from '@atelier/contract'
import { parseQuery, sessionRoute } from '#edge/http'
import { listReviewedNotes as list } from '#learning/notes'

export const listReviewedNotes = sessionRoute(
  endpoints.listReviewedNotes,
  async ({ app, session, query }) => ({
    status: 200,
    body: await list(app.db, session.owner, parseQuery(ReviewedNotesQuery, query)),
  }),
)
