import { type AddressInfo, createServer } from 'node:net'
import { expectMatch } from './expect.ts'

/** Runs `body` with the port of a local listener, and expects that nothing connected to it. */
export async function expectUntouched(body: (port: number) => Promise<void>): Promise<void> {
  let connections = 0
  const canary = createServer((socket) => {
    connections++
    socket.destroy()
  })
  const listen = (host: string) =>
    new Promise<void>((resolve, reject) => {
      canary.once('error', reject).listen(0, host, resolve)
    })
  // Both families where the machine has IPv6.
  await listen('::').catch(() => listen('127.0.0.1'))
  try {
    await body((canary.address() as AddressInfo).port)
  } finally {
    canary.close()
  }
  expectMatch(connections, 0, 'connections to the canary')
}
