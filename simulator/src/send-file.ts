import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RenderedFile } from './rendered-file.ts'

/** Sends the full file or the requested range; `cut` breaks the connection halfway. */
export function sendFile(req: IncomingMessage, res: ServerResponse, file: RenderedFile, cut: boolean): void {
  const { bytes, etag, contentType } = file
  const range = findRange(req, etag, bytes.length)
  if (range === 'unsatisfiable') {
    res.writeHead(416, { 'content-range': `bytes */${bytes.length}`, 'content-length': 0 }).end()
    return
  }
  const body = range ? bytes.subarray(range.from, range.to + 1) : bytes
  res.writeHead(range ? 206 : 200, {
    'content-type': contentType,
    'content-length': body.length,
    'accept-ranges': 'bytes',
    etag,
    ...(range && { 'content-range': `bytes ${range.from}-${range.to}/${bytes.length}` }),
  })
  if (!cut) {
    res.end(body)
    return
  }
  res.flushHeaders()
  res.write(body.subarray(0, Math.floor(body.length / 2)), () => res.destroy())
}

/** Supports one range. As in HTTP, an unreadable header or another file's `If-Range` means the full file. */
function findRange(req: IncomingMessage, etag: string, length: number) {
  const { range = '', 'if-range': ifRange } = req.headers
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  if (ifRange !== undefined && ifRange !== etag) return undefined
  const from = first === '' ? Math.max(0, length - Number(last)) : Number(first)
  const to = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1)
  return from > to ? 'unsatisfiable' : { from, to }
}
