import { Readable } from 'node:stream'
import type { Answer, Call } from './route.ts'
import { namesEtag } from './serve-range.ts'

/** A text that is no JSON. It may be kept, but is asked for again each time: a new version changes it. */
export function answerDocument(
  { headers }: Pick<Call, 'headers'>,
  document: { text: string; etag: string; contentType: string; policy: string },
): Answer {
  const always = {
    etag: document.etag,
    'cache-control': 'no-cache',
    'content-security-policy': document.policy,
  }
  if (namesEtag(headers['if-none-match'], document.etag)) return { status: 304, headers: always }
  return {
    status: 200,
    headers: {
      ...always,
      'content-type': document.contentType,
      'content-length': String(Buffer.byteLength(document.text)),
    },
    stream: Readable.from([document.text], { objectMode: false }),
  }
}
