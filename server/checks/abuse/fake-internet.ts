import { createServer, type Server, type Socket } from 'node:net'
import type { Mutation } from '../../harness/mutation/index.ts'

/** Public addresses that nobody is reached by in a check. */
export const TARPIT_ADDRESS = '8.8.4.4'
export const CLOSED_ADDRESS = '8.8.8.8'
/** A port that refuses connections. */
const CLOSED_PORT = 1

/** A server that accepts connections and never answers. `most`: so many were open to it at once. */
export type Tarpit = { port: number; most: number; close(): void }

export async function openTarpit(): Promise<Tarpit> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    tarpit.most = Math.max(tarpit.most, sockets.size)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    socket.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const tarpit: Tarpit = {
    port: (server.address() as { port: number }).port,
    most: 0,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
  return tarpit
}

/** The api reaches the tarpit at one address; every other address refuses the connection. */
export const dialTarpit = (port: number): Mutation => ({
  file: 'platform/fetching/open-fetcher.ts',
  from: 'dial: options.dial ?? ((host, port) => connect({ host, port })),',
  to: `dial: (host) => Object.defineProperty(
      connect({ host: '127.0.0.1', port: host === '${TARPIT_ADDRESS}' ? ${port} : ${CLOSED_PORT} }),
      'remoteAddress',
      { value: host },
    ),`,
})
