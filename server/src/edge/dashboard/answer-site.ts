import { Readable } from 'node:stream'
import { EXAMPLE_URL } from '@atelier/contract'
import type { Answer, Call } from '#edge/http'
import { Refusal } from '#platform/refusal'
import { answerFile } from './answer-file.ts'

/** Only files of ours run, style and fill a page of the documents, and no other page may embed it. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The name of a file that holds a hash of its content. */
const HASHED = /^assets\/.*-[0-9a-f]{12}\.\w+$/

/** A page of the built documents, or a file that pages load; undefined when they were not built. */
export function answerSite(call: Call, path: string): Answer | undefined {
  const { siteFiles } = call.app
  if (siteFiles.size === 0) return undefined
  const file = siteFiles.get(path) ?? siteFiles.get(`${path}.html`)
  if (!file) throw new Refusal('not_found', 'The documents have no such page. Begin at /docs.')
  return answerFile(call, file, {
    'cache-control': HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-security-policy': POLICY,
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'same-origin',
  })
}

/** The documents as one text, with the address of this service instead of that of the examples. */
export function answerSiteText(call: Call, path: string): Answer {
  const file = call.app.siteFiles.get(path)
  if (!file) throw new Refusal('not_found', 'The documents of this service were not built.')
  const { publicUrl } = call.app.config
  const text = file.bytes
    .toString()
    .replaceAll(EXAMPLE_URL, publicUrl)
    // In the query of another address it is encoded.
    .replaceAll(encodeURIComponent(EXAMPLE_URL), encodeURIComponent(publicUrl))
  return {
    status: 200,
    headers: { 'content-type': file.contentType, 'cache-control': 'no-cache' },
    stream: Readable.from([text], { objectMode: false }),
  }
}
