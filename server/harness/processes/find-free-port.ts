import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { claimPort } from './claim-port.ts'

// Below the range that Linux uses for outgoing connections (32768 and up). A restarted process needs its old
// port, and under load an outgoing connection could occupy it.
const LOWEST = 20_000
const HIGHEST = 32_000
const TRIES = 500

export async function findFreePort(): Promise<number> {
  const [port] = await findFreePorts(1)
  return port as number
}

/** Distinct free ports of the loopback address. No other call gets them while this process runs. */
export async function findFreePorts(count: number): Promise<number[]> {
  const found = new Set<number>()
  for (let tries = 0; found.size < count; tries++) {
    if (tries >= TRIES) throw new Error(`no ${count} free ports between ${LOWEST} and ${HIGHEST}`)
    const port = randomInt(LOWEST, HIGHEST)
    // Claimed before it is tried: the try itself occupies the port for a moment.
    if ((await claimPort(port)) && (await isPortFree(port))) found.add(port)
  }
  return [...found]
}

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
