import { Readable } from 'node:stream'
import { type Answer, type Call, matchesEtag } from '#edge/http'
import type { DashboardFile } from '#platform/dashboard-files'

type Encoded = { bytes: Buffer; headers: Record<string, string> }

/** The smallest form that the client understands. Weights are not read: no browser sends them here. */
function encode(file: DashboardFile, accepted = ''): Encoded {
  if (file.br && /\bbr\b/.test(accepted)) return { bytes: file.br, headers: { 'content-encoding': 'br' } }
  if (file.gzip && /\bgzip\b/.test(accepted))
    return { bytes: file.gzip, headers: { 'content-encoding': 'gzip' } }
  return { bytes: file.bytes, headers: {} }
}

/** A built file, compressed where the client understands it. */
export function answerFile(
  { headers, method }: Pick<Call, 'headers' | 'method'>,
  file: DashboardFile,
  own: Record<string, string>,
): Answer {
  const always = { ...own, etag: file.etag, vary: 'accept, accept-encoding' }
  if (matchesEtag(headers['if-none-match'], file.etag)) return { status: 304, headers: always }
  const encoded = encode(file, String(headers['accept-encoding'] ?? ''))
  const sent = {
    ...always,
    ...encoded.headers,
    'content-type': file.contentType,
    'content-length': String(encoded.bytes.length),
  }
  if (method === 'HEAD') return { status: 200, headers: sent }
  return { status: 200, headers: sent, stream: Readable.from([encoded.bytes], { objectMode: false }) }
}
