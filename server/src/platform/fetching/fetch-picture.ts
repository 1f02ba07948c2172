import { Client, type Dispatcher } from 'undici'
import type { FetchContext } from './fetch-context.ts'
import { openConnection } from './open-connection.ts'
import { type FetchTimer, openTimer } from './open-timer.ts'
import { parsePublicUrl } from './parse-public-url.ts'
import { type Fetched, storePicture } from './store-picture.ts'
import { UnusableAddress } from './unusable-address.ts'

const REDIRECTS_MAX = 3
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])
const HEADER_BYTES_MAX = 16 * 1024

/** All headers that a server gets: no cookie, no key, no referer, nothing from another server. */
const HEADERS = {
  accept: 'image/jpeg, image/png, image/webp',
  'accept-encoding': 'identity',
  'user-agent': 'Atelier/1.0',
}

/** Follows a URL and its redirects, each checked like the first, and stores the picture at the end. */
export async function fetchPicture(
  address: string,
  folder: string,
  context: FetchContext,
  closing: AbortSignal,
): Promise<Fetched> {
  const timer = openTimer(context.limits.totalMs, closing)
  try {
    let url = parsePublicUrl(address)
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
      timer.signal.throwIfAborted()
      const found = await fetchOnce(url, folder, context, timer)
      if (!(found instanceof URL)) return found
      url = found
    }
    throw new UnusableAddress('redirects')
  } finally {
    timer.close()
  }
}

/** One request on a new connection: no connection is shared between the URLs of different users. */
async function fetchOnce(
  url: URL,
  folder: string,
  context: FetchContext,
  timer: FetchTimer,
): Promise<Fetched | URL> {
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
    const response = await sendRequest(client, url, timer)
    if (REDIRECT_STATUSES.has(response.statusCode)) return redirectTarget(response, url)
    if (response.statusCode !== 200) throw new UnusableAddress('status')
    return await storePicture(response, folder, context.limits, timer)
  } finally {
    await client.destroy()
    socket.destroy()
  }
}

async function sendRequest(client: Client, url: URL, timer: FetchTimer): Promise<Dispatcher.ResponseData> {
  const path = url.pathname + url.search
  try {
    const response = await client.request({ method: 'GET', path, headers: HEADERS, signal: timer.signal })
    response.body.on('error', () => undefined)
    return response
  } catch {
    throw timer.errorFor('broken')
  }
}

function redirectTarget({ headers: { location } }: Dispatcher.ResponseData, url: URL): URL {
  if (typeof location !== 'string') throw new UnusableAddress('redirects')
  // Header values arrive as latin1, but servers send UTF-8 in them.
  return parsePublicUrl(Buffer.from(location, 'latin1').toString(), url)
}
