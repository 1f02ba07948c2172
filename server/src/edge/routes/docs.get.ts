import { endpoints } from '@atelier/contract'
import { documentsAt } from '#edge/documents'
import { answerDocument, openToAll } from '#edge/http'

export const readDocs = openToAll(endpoints.readDocs, async (call) =>
  answerDocument(call, documentsAt(call.app.config.publicUrl).reference),
)
