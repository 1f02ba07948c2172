import { endpoints } from '@atelier/contract'
import { documentsAt } from '#documents'
import { answerDocument, openToAll } from '#http'

export const readDocs = openToAll(endpoints.readDocs, async (call) =>
  answerDocument(call, documentsAt(call.app.config.publicUrl).reference),
)
