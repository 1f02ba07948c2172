import { endpoints } from '@atelier/contract'
import { documentsAt } from '#documents'
import { answerDocument, openToAll } from '#http'

export const readLlms = openToAll(endpoints.readLlms, async (call) =>
  answerDocument(call, documentsAt(call.app.config.publicUrl).llms),
)
