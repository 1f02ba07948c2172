import { endpoints, NoteBody } from '@atelier/contract'
import { sessionRoute } from '#edge/http'
import { writeNote as write } from '#learning/notes'
import { parseFields } from '#platform/refusal'

export const writeNote = sessionRoute(endpoints.writeNote, async ({ app, session, body }) => ({
  status: 201,
  body: await write(app.db, session.owner, parseFields(NoteBody, body(), 'body')),
}))
