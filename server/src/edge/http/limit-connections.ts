import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Limits the number of connections without refusing new ones: beyond the limit, the connection that we have
 * waited for the longest is closed. Those are idle, or slow to send headers or a body; if there are none, one
 * that is slow to read a response. A client that waits for us is never disconnected.
 */
export function limitConnections(server: Server, connectionsMax: number): void {
  // Both iterate in insertion order: the first member is the oldest.
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
