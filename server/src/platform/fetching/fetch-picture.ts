import { Client, type Dispatcher } from 'undici'
import { openConnection } from './open-connection.ts'
import { openWatch, type Watch } from './open-timer.ts'
import type { Outside } from './fetch-context.ts'
import { parsePublicUrl } from './parse-public-url.ts'
import { type Fetched, storePicture } from './store-picture.ts'
import { UnusableAddress } from './unusable-address.ts'

const REDIRECTS_MAX = 3
const REDIRECTING = new Set([301, 302, 303, 307, 308])
const HEADER_BYTES_MAX = 16 * 1024

/** All that a server hears of us: no cookie, no key, no referer, and nothing that another server said. */
const HEADERS = {
  accept: 'image/jpeg, image/png, image/webp',
  'accept-encoding': 'identity',
  'user-agent': 'Atelier/1.0',
}

/** Goes where an address leads, each stop checked like the first, and keeps the picture found at the end. */
export async function fetchPicture(
  text: string,
  folder: string,
  outside: Outside,
  leaving: AbortSignal,
): Promise<Fetched> {
  const watch = openWatch(outside.limits.totalMs, leaving)
  try {
    let url = parsePublicUrl(text)
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
      watch.signal.throwIfAborted()
      const found = await visit(url, folder, outside, watch)
      if (!(found instanceof URL)) return found
      url = found
    }
    throw new UnusableAddress('redirects')
  } finally {
    watch.close()
  }
}

/** One request on a connection of its own: nothing is kept open from one user's address to another's. */
async function visit(url: URL, folder: string, outside: Outside, watch: Watch): Promise<Fetched | URL> {
  const socket = await openConnection(url, outside, watch)
  const client = new Client(url.origin, {
    // Not at once: a client that is still asking for its connection does not notice that it has it.
    connect: (_, connected) => queueMicrotask(() => connected(null, socket)),
    maxHeaderSize: HEADER_BYTES_MAX,
    // The watch keeps the time, to the millisecond.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  try {
    watch.allow(outside.limits.headersMs)
    const answer = await ask(client, url, watch)
    if (REDIRECTING.has(answer.statusCode)) return nextStop(answer, url)
    if (answer.statusCode !== 200) throw new UnusableAddress('status')
    return await storePicture(answer, folder, outside.limits, watch)
  } finally {
    await client.destroy()
    socket.destroy()
  }
}

async function ask(client: Client, url: URL, watch: Watch): Promise<Dispatcher.ResponseData> {
  const path = url.pathname + url.search
  try {
    const answer = await client.request({ method: 'GET', path, headers: HEADERS, signal: watch.signal })
    answer.body.on('error', () => undefined)
    return answer
  } catch {
    throw watch.blame('broken')
  }
}

function nextStop({ headers: { location } }: Dispatcher.ResponseData, url: URL): URL {
  if (typeof location !== 'string') throw new UnusableAddress('redirects')
  // Headers are bytes, and servers write the letters of all languages there as UTF-8.
  return parsePublicUrl(Buffer.from(location, 'latin1').toString(), url)
}
