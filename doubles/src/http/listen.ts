import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Listener {
  url: string
  /** From the next request on, connections are refused for that long, in real time. */
  refuseConnections(forMs: number): void
  close(): Promise<void>
}

/** Longer than clients keep idle connections: they close first, so no request hits a closing connection. */
const KEEP_ALIVE_MS = 75_000
/** The reply to the request for it still goes out. */
const GRACE_MS = 20

export async function listen(server: Server, host: string, wantedPort: number): Promise<Listener> {
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.listen(wantedPort, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const timers = new Set<NodeJS.Timeout>()
  const later = (ms: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer)
  }
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return {
    url: `http://${host}:${port}`,
    refuseConnections: (forMs) => {
      later(GRACE_MS, () => {
        stop()
        later(forMs, () => server.listen(port, host))
      })
    },
    close: async () => {
      for (const timer of timers) clearTimeout(timer)
      if (!server.listening) return
      const closed = once(server, 'close')
      stop()
      await closed
    },
  }
}
