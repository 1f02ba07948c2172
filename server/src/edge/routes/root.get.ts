import { endpoints } from '@atelier/contract'
import { publicRoute } from '#edge/http'

/** The bare URL of the service. Not part of the interface: it only names the documents. */
const root = {
  method: 'GET',
  path: '/',
  chapter: 'Service',
  summary: 'Where the documents of the service are',
  auth: 'open',
  answer: { status: 200, description: 'The paths of the documents' },
} as const

const body = {
  service: 'Atelier',
  docs: endpoints.readDocs.path,
  llms: endpoints.readLlms.path,
  openapi: endpoints.readOpenapi.path,
}

/** A browser is redirected to the reference; any other client gets the paths as JSON. */
export const readRoot = publicRoute(root, async ({ headers }) => {
  const isBrowser = headers.accept?.includes('text/html') ?? false
  if (isBrowser) return { status: 302, headers: { location: body.docs, vary: 'accept' } }
  return { status: 200, headers: { vary: 'accept' }, body }
})
