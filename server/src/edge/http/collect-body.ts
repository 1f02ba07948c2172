import type { IncomingMessage } from 'node:http'
import { badField, bodyTimeout, bodyTooLarge, incompleteBody } from './refuse-request.ts'

type Limit = { bytesMax: number; ms: number }

/** The content type of a body; refuses when there is no body, or when it is compressed. */
export function contentTypeOf({ headers }: IncomingMessage, wanted: string): string {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
    throw badField('body', `A body is required: ${wanted}.`)
  }
  requireUncompressed(headers['content-encoding'])
  return headers['content-type'] ?? ''
}

/** A small body that decompresses to a huge one is a known attack, and bodies here are small. */
export function requireUncompressed(encoding = 'identity'): void {
  if (encoding.trim().toLowerCase() === 'identity') return
  throw badField('content-encoding', 'Send the body without compression.')
}

/**
 * The bytes of a body, up to its limits. After a failure the rest of the body is read and dropped, so that a
 * client that is still sending can read the response.
 * `closeConnection` closes the connection after the response: a client that sends slowly would never end.
 */
export async function collectBody(
  request: IncomingMessage,
  { bytesMax, ms }: Limit,
  closeConnection: () => void,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const breakOff = () => reject(incompleteBody())
  const timeout = setTimeout(() => {
    closeConnection()
    reject(bodyTimeout(ms))
  }, ms)
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= bytesMax) chunks.push(chunk)
    else reject(bodyTooLarge(bytesMax))
  })
  request.once('end', () => {
    // Every request is closed in the end, and a refusal that nobody sees costs as much as one that is sent.
    request.off('close', breakOff)
    resolve()
  })
  request.once('error', breakOff)
  request.once('close', breakOff)
  if (request.destroyed) breakOff()
  await promise.finally(() => clearTimeout(timeout))
  return Buffer.concat(chunks)
}
