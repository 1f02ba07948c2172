import type { Dispatcher } from 'undici'
import type { FetchContext } from './fetch-context.ts'
import { type FetchTimer, openTimer } from './open-timer.ts'
import { parsePublicUrl } from './parse-public-url.ts'
import { requestOnce } from './request-once.ts'
import { UnusableAddress } from './unusable-address.ts'

const BYTES_MAX = 16 * 1024
const TOTAL_MS = 5_000
/** Whatever its server says: long enough for one consent, short enough for a changed document. */
const KEPT_SECONDS = { least: 60, most: 3_600 }

/** A small JSON text, and how long it may be used. */
export type FetchedDocument = { text: string; keptSeconds: number }

/** Reads the JSON document at a URL. Unlike a picture it must be at this very address: no redirect. */
export async function fetchDocument(
  address: string,
  context: FetchContext,
  closing: AbortSignal,
): Promise<FetchedDocument> {
  const timer = openTimer(TOTAL_MS, closing)
  try {
    const url = parsePublicUrl(address)
    return await requestOnce({ url, accept: 'application/json' }, context, timer, async (response) => {
      if (response.statusCode !== 200) throw new UnusableAddress('status')
      if (!isJson(response.headers['content-type'])) throw new UnusableAddress('not_json')
      const text = await readText(response, timer)
      return { text, keptSeconds: keptSecondsOf(response.headers['cache-control']) }
    })
  } finally {
    timer.close()
  }
}

const isJson = (type: string | string[] | undefined): boolean =>
  /^application\/(?:[a-z.+-]+\+)?json\s*(?:;|$)/i.test(String(type ?? ''))

async function readText({ body }: Dispatcher.ResponseData, timer: FetchTimer): Promise<string> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length
      if (sizeBytes > BYTES_MAX) throw new UnusableAddress('too_large')
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof UnusableAddress ? error : timer.errorFor('broken')
  }
  return Buffer.concat(chunks).toString()
}

function keptSecondsOf(header: string | string[] | undefined): number {
  const said = /\bmax-age=(\d{1,9})/.exec(String(header ?? ''))?.[1]
  return Math.min(Math.max(Number(said ?? 0), KEPT_SECONDS.least), KEPT_SECONDS.most)
}
