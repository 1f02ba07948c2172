import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to the answer of the service on its way back. */
export type Fault = 'none' | 'lost before' | 'lost after' | 'cut' | 'page'

export type FaultyNetwork = { baseUrl: string; seen: string[]; close(): Promise<void> }

/** Stands between a client and a real service: the next requests get these faults, and then none. */
export async function openFaultyNetwork(target: string, ...faults: Fault[]): Promise<FaultyNetwork> {
  const seen: string[] = []
  const server = createServer({ keepAlive: false }, async (request, reply) => {
    const fault = faults.shift() ?? 'none'
    seen.push(`${request.method} ${fault}`)
    if (fault === 'lost before') return request.socket.resetAndDestroy()
    const answer = await pass(target, request)
    const body = Buffer.from(await answer.arrayBuffer())
    if (fault === 'lost after') return request.socket.resetAndDestroy()
    if (fault === 'page') return reply.writeHead(502, { 'content-type': 'text/html' }).end('<html>')
    reply.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? '',
      'content-length': body.length,
    })
    if (fault === 'none') return reply.end(body)
    reply.write(body.subarray(0, body.length / 2), () => request.socket.resetAndDestroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}`, seen, close: () => closeServer(server) }
}

async function pass(target: string, request: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { authorization = '', 'content-type': type = '' } = request.headers
  return fetch(`${target}${request.url}`, {
    method: request.method ?? 'GET',
    headers: { authorization, ...(type && { 'content-type': type }) },
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  })
}

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections()
    server.close(() => resolve())
  })
