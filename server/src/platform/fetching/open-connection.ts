import { once } from 'node:events'
import { isIP, type Socket } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import type { FetchContext } from './fetch-context.ts'
import type { FetchTimer } from './open-timer.ts'
import { hostOf } from './parse-public-url.ts'
import { UnusableAddress } from './unusable-address.ts'

const PORT = 443
/** Addresses of one server that are tried before it counts as unreachable. */
const DIALS_MAX = 3

/**
 * Connects to one of the addresses that were checked, never to the name: a second DNS query could return
 * another address. The handshake and the request still use the name.
 */
export async function openConnection(url: URL, context: FetchContext, timer: FetchTimer): Promise<TLSSocket> {
  timer.startPhase(context.limits.connectMs)
  const addresses = await resolvePublic(url, context, timer)
  timer.startPhase(context.limits.connectMs)
  return startTls(await connectFirst(addresses, context, timer), hostOf(url), context, timer)
}

/** One address that is not public makes the name unusable: only an attacker mixes both kinds. */
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
    // The kernel knows the address that is really connected; it is checked as well.
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
    // Explicit, because an environment variable can change the default.
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
