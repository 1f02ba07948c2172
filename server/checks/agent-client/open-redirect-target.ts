import { createServer } from 'node:http'
import { openPort } from './open-port.ts'

export type RedirectTarget = { url: string; visits: string[]; close(): Promise<void> }

/** The host that redirects lead to. No request with a key, and no content, may arrive here. */
export async function openRedirectTarget(): Promise<RedirectTarget> {
  const visits: string[] = []
  const server = createServer((request, response) => {
    const withKey =
      request.headers.authorization || request.headers['x-api-key'] ? 'with the key' : 'without a key'
    visits.push(`${request.method} ${request.url} ${withKey}`)
    response.end('{"ok": true}')
  })
  const port = await openPort(server)
  return { url: `http://localhost:${port.number}`, visits, close: () => port.close() }
}
