import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Keeps the number of connections bounded without locking anybody out: beyond the limit, the one that has
 * kept us waiting the longest makes room. Those are the ones that dawdle over headers or a body or are idle;
 * if there are none, those that take their time to read an answer. Whoever waits for us is left alone.
 */
export function limitConnections(server: Server, connectionsMax: number): void {
  // Both remember the order of their members: the first is the oldest.
  const awaited = new Set<Socket>()
  const answering = new Map<Socket, ServerResponse>()
  let open = 0

  const evict = (newcomer: Socket) => {
    const [oldest] = awaited
    const findReader = () => answering.entries().find(([, response]) => response.headersSent)?.[0]
    const chosen = oldest === newcomer ? (findReader() ?? newcomer) : oldest
    if (!chosen) return
    awaited.delete(chosen)
    answering.delete(chosen)
    chosen.destroy()
  }

  server.on('connection', (socket: Socket) => {
    open++
    awaited.add(socket)
    socket.once('close', () => {
      open--
      awaited.delete(socket)
      answering.delete(socket)
    })
    if (open > connectionsMax) evict(socket)
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const onReceived = () => {
      if (awaited.delete(socket)) answering.set(socket, response)
    }
    if (hasBody(request)) request.once('end', onReceived)
    else onReceived()
    response.once('close', () => {
      answering.delete(socket)
      awaited.delete(socket)
      if (!socket.destroyed) awaited.add(socket)
    })
  })
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
