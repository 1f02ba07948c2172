import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './open-metrics.ts'

const REQUEST_MS = 5_000
const CONNECTIONS_MAX = 16
/**
 * To write all series takes some milliseconds, in which no other request is served. So everyone who asks
 * within this time gets the same text.
 */
const SHARED_MS = 1_000
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export type MetricsServer = { port: number; close(): Promise<void> }

/**
 * Answers `GET /metrics` on a port of its own, without a password: it belongs on a private address. An answer
 * waits for nothing but this process.
 */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  const read = shareFor(SHARED_MS, metrics.render)
  const server = createServer(
    { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS },
    (request, response) => {
      const isKnown = request.method === 'GET' && request.url?.split('?')[0] === '/metrics'
      if (isKnown) void answer(response, read)
      else response.writeHead(404).end()
    },
  )
  server.maxConnections = CONNECTIONS_MAX
  server.setTimeout(REQUEST_MS)
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(port, host, done)
  })
  return { port: (server.address() as AddressInfo).port, close: () => closeServer(server) }
}

async function answer(response: ServerResponse, read: () => Promise<string>): Promise<void> {
  try {
    const text = await read()
    response.writeHead(200, { 'content-type': CONTENT_TYPE }).end(text)
  } catch {
    response.writeHead(500).end()
  }
}

function shareFor(ms: number, work: () => Promise<string>): () => Promise<string> {
  let last: { at: number; text: Promise<string> } | undefined
  return () => {
    if (!last || performance.now() - last.at > ms) last = { at: performance.now(), text: work() }
    return last.text
  }
}

const closeServer = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })
