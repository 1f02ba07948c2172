import { Agent, type Dispatcher } from 'undici'
import type { FetchContext } from './fetch-context.ts'
import { openConnection } from './open-connection.ts'
import { openTimer } from './open-timer.ts'
import { UnusableAddress } from './unusable-address.ts'

const CONNECTIONS = 64

/**
 * Connections for files of providers. Each obeys the rules of a fetch for a user: over TLS, on port 443, and
 * only to an address that was checked to be public.
 */
export function newPublicAgent(context: FetchContext, closing: AbortSignal): Dispatcher {
  const open = async (url: URL | null) => {
    if (url?.protocol !== 'https:' || url.port !== '') throw new UnusableAddress('malformed')
    const timer = openTimer(context.limits.connectMs * 2, closing)
    try {
      return await openConnection(url, context, timer)
    } finally {
      timer.close()
    }
  }
  return new Agent({
    connections: CONNECTIONS,
    connect: ({ protocol, host }, connected) => {
      open(URL.parse(`${protocol}//${host}`)).then(
        (socket) => connected(null, socket),
        (error) => connected(error, null),
      )
    },
  })
}
