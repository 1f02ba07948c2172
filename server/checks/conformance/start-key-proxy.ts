import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page of the machine that the proxy runs on. */
const OWN_PAGE = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/

/**
 * Passes every request on with the key of a user. A page of the proxy itself counts as a page of the service;
 * everything else stays as the client sent it.
 */
export async function startKeyProxy(baseUrl: string, apiKey: string) {
  const { hostname, port } = new URL(baseUrl)
  const server = createServer((incoming, outgoing) => {
    const isOwn = OWN_PAGE.test(incoming.headers.origin ?? '')
    const headers = {
      ...incoming.headers,
      authorization: `Bearer ${apiKey}`,
      ...(isOwn && { origin: new URL(baseUrl).origin }),
    }
    const passed = request(
      { hostname, port, method: incoming.method, path: incoming.url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
