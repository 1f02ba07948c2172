import { Client, type Dispatcher } from 'undici'
import type { FetchContext } from './fetch-context.ts'
import { openConnection } from './open-connection.ts'
import type { FetchTimer } from './open-timer.ts'

const HEADER_BYTES_MAX = 16 * 1024

/** `accept`: the media types that are wanted. */
type Request = { url: URL; accept: string }

/** One request on a new connection: no connection is shared between the URLs of different users. */
export async function requestOnce<T>(
  { url, accept }: Request,
  context: FetchContext,
  timer: FetchTimer,
  read: (response: Dispatcher.ResponseData) => Promise<T>,
): Promise<T> {
  const socket = await openConnection(url, context, timer)
  const client = new Client(url.origin, {
    // Deferred: undici ignores a socket that it is given before its call of `connect` returns.
    connect: (_, connected) => queueMicrotask(() => connected(null, socket)),
    maxHeaderSize: HEADER_BYTES_MAX,
    // FetchTimer enforces the limits, to the millisecond.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  try {
    timer.startPhase(context.limits.headersMs)
    return await read(await sendRequest(client, { url, accept }, timer))
  } finally {
    await client.destroy()
    socket.destroy()
  }
}

/** These are all headers that a server gets: no cookie, no key, no referer, nothing from another server. */
async function sendRequest(
  client: Client,
  { url, accept }: Request,
  timer: FetchTimer,
): Promise<Dispatcher.ResponseData> {
  const path = url.pathname + url.search
  const headers = { accept, 'accept-encoding': 'identity', 'user-agent': 'Atelier/1.0' }
  try {
    const response = await client.request({ method: 'GET', path, headers, signal: timer.signal })
    response.body.on('error', () => undefined)
    return response
  } catch {
    throw timer.errorFor('broken')
  }
}
