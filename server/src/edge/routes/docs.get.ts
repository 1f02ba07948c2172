import { endpoints } from '@atelier/contract'
import { answerSite } from '#edge/dashboard'
import { documentsAt } from '#edge/documents'
import { answerDocument, publicRoute } from '#edge/http'

/** The first page of the documents, or the interface as one page where none were built. */
export const readDocs = publicRoute(
  endpoints.readDocs,
  async (call) =>
    answerSite(call, 'index') ?? answerDocument(call, documentsAt(call.app.config.publicUrl).reference),
)

/** Not part of the interface: the other pages, which people open and programs do not. */
const page = {
  method: 'GET',
  path: '/docs/*',
  chapter: 'Service',
  summary: 'A page of the documents, or a file that it loads',
  auth: 'open',
  answer: { status: 200, description: 'The page', type: '*/*' },
} as const

export const readDocsPage = publicRoute(page, async (call) => {
  const path = (call.params as Record<string, string>)['*'] ?? ''
  return answerSite(call, path || 'index') ?? { status: 302, headers: { location: endpoints.readDocs.path } }
})
