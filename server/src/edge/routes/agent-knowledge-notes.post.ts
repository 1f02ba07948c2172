import { endpoints, NoteBody } from '@atelier/contract'
import { withinQuota } from '#access/quotas'
import { sessionRoute } from '#edge/http'
import { writeNote as write } from '#learning/notes'
import { parseFields } from '#platform/refusal'

export const writeNote = sessionRoute(endpoints.writeNote, async ({ app, session, body }) => ({
  status: 201,
  body: await write(withinQuota(app, session.owner), session.owner, parseFields(NoteBody, body(), 'body')),
}))
