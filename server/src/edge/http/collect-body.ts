import type { IncomingMessage } from 'node:http'
import { badField, bodyTimeout, bodyTooLarge, incompleteBody } from './refuse-request.ts'

type Limit = { bytesMax: number; ms: number }

/** What a body says it is; refuses when there is none, or when it is packed. */
export function contentTypeOf({ headers }: IncomingMessage, wanted: string): string {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
    throw badField('body', `A body is required: ${wanted}.`)
  }
  requireUncompressed(headers['content-encoding'])
  return headers['content-type'] ?? ''
}

/** A small body that unpacks to a large one is a known trick, and nobody needs it at these sizes. */
export function requireUncompressed(encoding = 'identity'): void {
  if (encoding.trim().toLowerCase() === 'identity') return
  throw badField('content-encoding', 'Send the body without compression.')
}

/**
 * The bytes of a body, up to its limits. Whatever ends it, the request stays in flow and the rest is dropped:
 * a client that is still sending gets to reading its answer.
 * `closeConnection` has the connection closed with the answer, whatever that says: who trickles would go on for ever.
 */
export async function collectBody(
  request: IncomingMessage,
  { bytesMax, ms }: Limit,
  closeConnection: () => void,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timeout = setTimeout(() => {
    closeConnection()
    reject(bodyTimeout(ms))
  }, ms)
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= bytesMax) chunks.push(chunk)
    else reject(bodyTooLarge(bytesMax))
  })
  request.once('end', resolve)
  request.once('error', () => reject(incompleteBody()))
  request.once('close', () => reject(incompleteBody()))
  if (request.destroyed) reject(incompleteBody())
  await promise.finally(() => clearTimeout(timeout))
  return Buffer.concat(chunks)
}
