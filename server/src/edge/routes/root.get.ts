import { endpoints } from '@atelier/contract'
import { answerPage } from '#edge/dashboard'
import { endpointNotFound, publicRoute } from '#edge/http'

/** The bare URL of the service. Not part of the interface: it only names the documents. */
const root = {
  method: 'GET',
  path: '/',
  chapter: 'Service',
  summary: 'The dashboard, or where the documents of the service are',
  auth: 'open',
  answer: { status: 200, description: 'The page, or the paths of the documents' },
} as const

const body = {
  service: 'Atelier',
  docs: endpoints.readDocs.path,
  llms: endpoints.readLlms.path,
  openapi: endpoints.readOpenapi.path,
}

/** A browser gets the dashboard, or the reference where none was built; any other client gets JSON. */
export const readRoot = publicRoute(root, async (call) => {
  const page = answerPage(call, '/')
  if (page) return page
  const isBrowser = call.headers.accept?.includes('text/html') ?? false
  if (isBrowser) return { status: 302, headers: { location: body.docs, vary: 'accept' } }
  return { status: 200, headers: { vary: 'accept' }, body }
})

/** Every other address of the dashboard. The page itself says so when there is nothing. */
export const readPage = publicRoute({ ...root, path: '/*' }, async (call) => {
  const page = answerPage(call, `/${(call.params as Record<string, string>)['*'] ?? ''}`)
  if (!page) throw endpointNotFound()
  return page
})
