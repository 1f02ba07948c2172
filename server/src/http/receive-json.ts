import type { IncomingMessage } from 'node:http'
import { JSON_BODY_BYTES } from '@atelier/contract'
import { parseJson } from './parse-json.ts'
import { badField, cutOff, NeverArrived, tooLarge, tooSlow } from './refuse-request.ts'

/** As reliability asks; what trickles in for longer is cut. */
const BODY_MS = 15_000

/**
 * A body as it came. Using it may refuse, but only when the handler asks: what comes before is judged first.
 */
export type Body = () => unknown

/**
 * Reads a JSON body up to its limit. What is wrong with it is told later, by the body itself: a refused
 * submit must still be counted by its handler. Only what never arrives is refused here.
 * `hangUp` has the connection closed with the answer, whatever that says: who trickles would go on for ever.
 */
export async function receiveJson(request: IncomingMessage, hangUp: () => void): Promise<Body> {
  try {
    mustBeJson(request)
    const bytes = await collect(request, hangUp)
    return () => parseJson(bytes)
  } catch (refusal) {
    if (refusal instanceof NeverArrived) throw refusal
    return () => {
      throw refusal
    }
  }
}

function mustBeJson({ headers }: IncomingMessage): void {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
    throw badField('body', 'Send a JSON body.')
  }
  if (!/^application\/(?:[a-z.+-]+\+)?json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) {
    throw badField('content-type', 'Send the body as application/json.')
  }
  mustBePlain(headers['content-encoding'])
}

/** A small body that unpacks to a large one is a known trick, and nobody needs it at these sizes. */
export function mustBePlain(encoding = 'identity'): void {
  if (encoding.trim().toLowerCase() === 'identity') return
  throw badField('content-encoding', 'Send the body without compression.')
}

/**
 * Whatever ends it, the request stays in flow and the rest is dropped: a client that is still sending gets to
 * reading its answer.
 */
async function collect(request: IncomingMessage, hangUp: () => void): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const late = setTimeout(() => {
    hangUp()
    reject(tooSlow(BODY_MS))
  }, BODY_MS)
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= JSON_BODY_BYTES) chunks.push(chunk)
    else reject(tooLarge(JSON_BODY_BYTES))
  })
  request.once('end', resolve)
  request.once('error', () => reject(cutOff()))
  request.once('close', () => reject(cutOff()))
  if (request.destroyed) reject(cutOff())
  await promise.finally(() => clearTimeout(late))
  return Buffer.concat(chunks)
}
