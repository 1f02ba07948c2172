import { endpoints } from '@atelier/contract'
import { documentsAt } from '#edge/documents'
import { answerDocument, publicRoute } from '#edge/http'

export const readLlms = publicRoute(endpoints.readLlms, async (call) =>
  answerDocument(call, documentsAt(call.app.config.publicUrl).llms),
)
