import { createHash } from 'node:crypto'

/** A file that agent hosts download, with the headers it is served with. */
export type AgentFile = {
  content: string | Buffer
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
  '.whl': 'application/octet-stream',
  '.yaml': 'application/yaml; charset=utf-8',
}

export const contentTypeOf = (name: string): string | undefined => CONTENT_TYPES[name.replace(/^.*\./, '.')]

export const sha256Of = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex')

export function newAgentFile(
  name: string,
  content: string | Buffer,
  headers: Record<string, string> = {},
): AgentFile {
  const sha256 = sha256Of(content)
  return {
    content,
    etag: `"${sha256}"`,
    contentType: contentTypeOf(name) ?? 'text/plain; charset=utf-8',
    policy: "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
    headers: { 'x-content-sha256': sha256, ...headers },
  }
}
