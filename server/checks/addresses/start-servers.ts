import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { type Certificate, makeCertificate } from '../../harness/processes/index.ts'
import { jpeg, serveBytes, UNTRUSTED } from './address-case.ts'

export type ServerName = 'canary' | 'web' | 'untrusted' | 'slam' | 'plain' | 'silent' | 'elsewhere' | 'dead'

/** Counts what must not happen. */
export type Sightings = { canary: number; elsewhereBytes: number }

/**
 * The servers of the environment, each on a port of loopback. The canary serves a picture to every client,
 * with a certificate that fits the names: a fetch that gets there would even succeed.
 */
export async function startServers(certificate: Certificate, serve: RequestListener, seen: Sightings) {
  const picture = serveBytes(jpeg())
  const speaking = {
    canary: createHttpsServer(certificate, picture).on('connection', () => seen.canary++),
    web: createHttpsServer(certificate, serve),
    untrusted: createHttpsServer(makeCertificate(['*.public.example', UNTRUSTED]), picture),
    plain: createHttpServer(picture),
  }
  const servers: Record<ServerName, Server> = {
    ...speaking,
    slam: createTlsServer(certificate, (socket) => socket.destroy()),
    silent: createServer(),
    elsewhere: createServer((socket) => socket.on('data', ({ length }) => (seen.elsewhereBytes += length))),
    dead: createServer(),
  }
  const ports = new Map<ServerName, number>()
  for (const [name, server] of Object.entries(servers)) ports.set(name as ServerName, await listen(server))
  // Nothing listens on its port from now on.
  servers.dead.close()
  return {
    portOf: (name: ServerName): number => ports.get(name) ?? 0,
    countOpen: () => new Promise<number>((count) => servers.web.getConnections((_, open) => count(open))),
    close(): void {
      for (const server of Object.values(speaking)) server.closeAllConnections()
      for (const server of Object.values(servers)) server.close()
    },
  }
}

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}
