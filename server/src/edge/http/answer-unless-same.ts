import { createHash } from 'node:crypto'
import type { Answer, Call } from './route.ts'
import { matchesEtag } from './serve-range.ts'

/** 304 when the caller has the same content already, by its ETag; otherwise the body. */
export function answerUnlessSame(headers: Call['headers'], body: unknown, content: unknown = body): Answer {
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url')
  const etag = `"${digest.slice(0, 22)}"`
  const always = { etag, 'cache-control': 'private, no-cache' }
  if (matchesEtag(headers['if-none-match'], etag)) return { status: 304, headers: always }
  return { status: 200, body, headers: always }
}
