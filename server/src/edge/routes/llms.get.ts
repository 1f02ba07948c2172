import { endpoints } from '@atelier/contract'
import { documentsAt } from '#edge/documents'
import { answerDocument, openToAll } from '#edge/http'

export const readLlms = openToAll(endpoints.readLlms, async (call) =>
  answerDocument(call, documentsAt(call.app.config.publicUrl).llms),
)
