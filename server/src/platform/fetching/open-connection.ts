import { once } from 'node:events'
import { isIP, type Socket } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import type { FetchContext } from './fetch-context.ts'
import type { FetchTimer } from './open-timer.ts'
import { hostOf } from './parse-public-url.ts'
import { UnusableAddress } from './unusable-address.ts'

const PORT = 443
/** A server whose first addresses are all down is down. */
const DIALS_MAX = 3

/**
 * Connects to one of the addresses that were checked, never to the name: the name could lead elsewhere when
 * it is asked a second time. The handshake and the request still carry the name.
 */
export async function openConnection(url: URL, context: FetchContext, timer: FetchTimer): Promise<TLSSocket> {
  timer.startPhase(context.limits.connectMs)
  const addresses = await resolvePublic(url, context, timer)
  timer.startPhase(context.limits.connectMs)
  return startTls(await connectFirst(addresses, context, timer), hostOf(url), context, timer)
}

/** One address that is not public condemns them all: only the owner of a trap mixes them. */
async function resolvePublic(
  url: URL,
  { isPublic, resolve }: FetchContext,
  timer: FetchTimer,
): Promise<string[]> {
  const host = hostOf(url)
  const addresses = isIP(host) ? [host] : await resolveName(host, resolve, timer)
  if (addresses.length === 0 || !addresses.every(isPublic)) throw new UnusableAddress('not_public')
  return addresses
}

async function resolveName(
  host: string,
  resolve: FetchContext['resolve'],
  timer: FetchTimer,
): Promise<string[]> {
  const aborted = new Promise<never>((_, reject) => {
    timer.signal.addEventListener('abort', () => reject(timer.signal.reason))
  })
  try {
    const answers = await Promise.race([resolve(host), aborted])
    return answers.map(({ address }) => address)
  } catch (error) {
    const { code } = error as { code?: string }
    throw timer.errorFor(code === 'EAI_AGAIN' ? 'unreachable' : 'not_public')
  }
}

async function connectFirst(
  addresses: string[],
  { dial, isPublic }: FetchContext,
  timer: FetchTimer,
): Promise<Socket> {
  for (const address of addresses.slice(0, DIALS_MAX)) {
    timer.signal.throwIfAborted()
    const socket = dial(address, PORT).on('error', () => undefined)
    const connected = await once(socket, 'connect', { signal: timer.signal }).then(
      () => true,
      () => false,
    )
    // Where we really are is known to the kernel alone, and it has the last word.
    if (connected && isPublic(socket.remoteAddress ?? '')) return socket
    socket.destroy()
    if (connected) throw new UnusableAddress('not_public')
  }
  throw timer.errorFor('unreachable')
}

async function startTls(
  socket: Socket,
  host: string,
  { secureContext }: FetchContext,
  timer: FetchTimer,
): Promise<TLSSocket> {
  const tlsSocket = connect({
    socket,
    host,
    servername: isIP(host) ? '' : host,
    secureContext,
    // Said aloud because an environment variable can turn the default around.
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
  }).on('error', () => undefined)
  try {
    await once(tlsSocket, 'secureConnect', { signal: timer.signal })
    return tlsSocket
  } catch {
    tlsSocket.destroy()
    throw timer.errorFor('insecure')
  }
}
