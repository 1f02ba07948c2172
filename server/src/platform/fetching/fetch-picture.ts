import type { Dispatcher } from 'undici'
import type { FetchContext } from './fetch-context.ts'
import { type FetchTimer, openTimer } from './open-timer.ts'
import { parsePublicUrl } from './parse-public-url.ts'
import { requestOnce } from './request-once.ts'
import { type Fetched, storePicture } from './store-picture.ts'
import { UnusableAddress } from './unusable-address.ts'

const REDIRECTS_MAX = 3
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])
const ACCEPT = 'image/jpeg, image/png, image/webp'

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

const fetchOnce = (url: URL, folder: string, context: FetchContext, timer: FetchTimer) =>
  requestOnce({ url, accept: ACCEPT }, context, timer, async (response): Promise<Fetched | URL> => {
    if (REDIRECT_STATUSES.has(response.statusCode)) return redirectTarget(response, url)
    if (response.statusCode !== 200) throw new UnusableAddress('status')
    return await storePicture(response, folder, context.limits, timer)
  })

function redirectTarget({ headers: { location } }: Dispatcher.ResponseData, url: URL): URL {
  if (typeof location !== 'string') throw new UnusableAddress('redirects')
  // Header values arrive as latin1, but servers send UTF-8 in them.
  return parsePublicUrl(Buffer.from(location, 'latin1').toString(), url)
}
