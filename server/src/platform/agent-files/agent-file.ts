import { createHash } from 'node:crypto'

/** A text that agents install, as it is served. */
export type AgentFile = {
  text: string
  etag: string
  contentType: string
  policy: string
  headers: Record<string, string>
}

/** What is not in this list is not served: compiled Python, an editor's leftovers. */
const CONTENT_TYPES: Record<string, string> = {
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.py': 'text/x-python; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
}

export const contentTypeOf = (name: string): string | undefined => CONTENT_TYPES[name.replace(/^.*\./, '.')]

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

export function newAgentFile(name: string, text: string, headers: Record<string, string> = {}): AgentFile {
  const sha256 = sha256Of(text)
  return {
    text,
    etag: `"${sha256}"`,
    contentType: contentTypeOf(name) ?? 'text/plain; charset=utf-8',
    policy: "default-src 'none'; sandbox",
    headers: { 'x-content-sha256': sha256, ...headers },
  }
}
