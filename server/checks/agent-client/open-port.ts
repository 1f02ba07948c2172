import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A listening port that can be closed for a while and opened again under the same number. */
export type Port = { readonly number: number; open(): Promise<void>; close(): Promise<void> }

export async function openPort(server: Server): Promise<Port> {
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    number: port,
    open: async () => {
      if (!server.listening) await listen(port)
    },
    close: async () => {
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}
