import { once } from 'node:events'
import { isIP, type Socket } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import type { Watch } from './open-timer.ts'
import type { Outside } from './fetch-context.ts'
import { hostOf } from './parse-public-url.ts'
import { UnusableAddress } from './unusable-address.ts'

const PORT = 443
/** A server whose first addresses are all down is down. */
const DIALS_MAX = 3

/**
 * Connects to one of the addresses that were checked, never to the name: the name could lead elsewhere when
 * it is asked a second time. The handshake and the request still carry the name.
 */
export async function openConnection(url: URL, outside: Outside, watch: Watch): Promise<TLSSocket> {
  watch.allow(outside.limits.connectMs)
  const addresses = await findAddresses(url, outside, watch)
  watch.allow(outside.limits.connectMs)
  return secure(await dialFirst(addresses, outside, watch), hostOf(url), outside, watch)
}

/** One address that is not public condemns them all: only the owner of a trap mixes them. */
async function findAddresses(url: URL, { isPublic, resolve }: Outside, watch: Watch): Promise<string[]> {
  const host = hostOf(url)
  const addresses = isIP(host) ? [host] : await resolveName(host, resolve, watch)
  if (addresses.length === 0 || !addresses.every(isPublic)) throw new UnusableAddress('not_public')
  return addresses
}

async function resolveName(host: string, resolve: Outside['resolve'], watch: Watch): Promise<string[]> {
  const ended = new Promise<never>((_, reject) => {
    watch.signal.addEventListener('abort', () => reject(watch.signal.reason))
  })
  try {
    const answers = await Promise.race([resolve(host), ended])
    return answers.map(({ address }) => address)
  } catch (error) {
    const { code } = error as { code?: string }
    throw watch.blame(code === 'EAI_AGAIN' ? 'unreachable' : 'not_public')
  }
}

async function dialFirst(addresses: string[], { dial, isPublic }: Outside, watch: Watch): Promise<Socket> {
  for (const address of addresses.slice(0, DIALS_MAX)) {
    watch.signal.throwIfAborted()
    const socket = dial(address, PORT).on('error', () => undefined)
    const connected = await once(socket, 'connect', { signal: watch.signal }).then(
      () => true,
      () => false,
    )
    // Where we really are is known to the kernel alone, and it has the last word.
    if (connected && isPublic(socket.remoteAddress ?? '')) return socket
    socket.destroy()
    if (connected) throw new UnusableAddress('not_public')
  }
  throw watch.blame('unreachable')
}

async function secure(socket: Socket, host: string, { trust }: Outside, watch: Watch): Promise<TLSSocket> {
  const secured = connect({
    socket,
    host,
    servername: isIP(host) ? '' : host,
    secureContext: trust,
    // Said aloud because an environment variable can turn the default around.
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
  }).on('error', () => undefined)
  try {
    await once(secured, 'secureConnect', { signal: watch.signal })
    return secured
  } catch {
    secured.destroy()
    throw watch.blame('insecure')
  }
}
