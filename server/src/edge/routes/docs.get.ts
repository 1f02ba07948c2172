import { endpoints } from '@atelier/contract'
import { documentsAt } from '#edge/documents'
import { answerDocument, publicRoute } from '#edge/http'

export const readDocs = publicRoute(endpoints.readDocs, async (call) =>
  answerDocument(call, documentsAt(call.app.config.publicUrl).reference),
)
