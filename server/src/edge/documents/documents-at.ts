import { createHash } from 'node:crypto'
import { renderLlms } from './render-llms.ts'
import { renderReference } from './render-reference.ts'
import { STYLE } from './style.ts'

/** A text that does not change until the next version. */
export type Document = { content: string; etag: string; contentType: string; policy: string }

export type Documents = { reference: Document; llms: Document }

const sha256 = (text: string) => createHash('sha256').update(text)

/** The page may load only its own style, and no other page may embed it. */
const POLICY =
  `default-src 'none'; style-src 'sha256-${sha256(STYLE).digest('base64')}'; ` +
  `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const cache = new Map<string, Documents>()

/** The documents of a service at this URL, rendered once: they contain the URL. */
export function documentsAt(baseUrl: string): Documents {
  const known = cache.get(baseUrl)
  if (known) return known
  const documents = {
    reference: toDocument(renderReference(baseUrl), 'text/html; charset=utf-8'),
    llms: toDocument(renderLlms(baseUrl), 'text/plain; charset=utf-8'),
  }
  cache.set(baseUrl, documents)
  return documents
}

const toDocument = (text: string, contentType: string): Document => ({
  content: text,
  etag: `"${sha256(text).digest('base64url').slice(0, 22)}"`,
  contentType,
  policy: POLICY,
})
