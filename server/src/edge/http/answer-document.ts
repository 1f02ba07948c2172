import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Answer, Call } from './route.ts'
import { matchesEtag } from './serve-range.ts'

/** A file that clients may cache but must revalidate: it changes with a new version. */
type Document = {
  content: string | Buffer
  etag: string
  contentType: string
  policy: string
  headers?: Record<string, string>
}

export function answerDocument({ headers }: Pick<Call, 'headers'>, document: Document): Answer {
  const always = {
    ...document.headers,
    etag: document.etag,
    'cache-control': 'no-cache',
    'content-security-policy': document.policy,
  }
  if (matchesEtag(headers['if-none-match'], document.etag)) return { status: 304, headers: always }
  return {
    status: 200,
    headers: {
      ...always,
      'content-type': document.contentType,
      'content-length': String(Buffer.byteLength(document.content)),
    },
    stream: Readable.from([document.content], { objectMode: false }),
  }
}

/**
 * 304 when the caller has the same content already, by its ETag; otherwise the body. The caller keeps content
 * and tag itself: no cache may, because it is what a user reads.
 */
export function answerUnlessSame(headers: Call['headers'], body: unknown, content: unknown = body): Answer {
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url')
  const etag = `"${digest.slice(0, 22)}"`
  const always = { etag, 'cache-control': 'no-store' }
  if (matchesEtag(headers['if-none-match'], etag)) return { status: 304, headers: always }
  return { status: 200, body, headers: always }
}
