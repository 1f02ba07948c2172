import { createHash } from 'node:crypto'

/** A text file that agent hosts download, with the headers it is served with. */
export type AgentFile = {
  text: string
  etag: string
  contentType: string
  policy: string
  headers: Record<string, string>
}

/** Files of other types are not served, such as compiled Python or backups of an editor. */
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
