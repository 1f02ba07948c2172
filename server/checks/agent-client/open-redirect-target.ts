import { createServer } from 'node:http'
import { openPort } from './open-port.ts'

export type RedirectTarget = { url: string; visits: string[]; close(): Promise<void> }

/** The elsewhere that redirects lead to. Nobody may come here with a key, and nothing may be sent here. */
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
