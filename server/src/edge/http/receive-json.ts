import type { IncomingMessage } from 'node:http'
import { type Endpoint, JSON_BODY_BYTES, JSON_BODY_KEYS } from '@atelier/contract'
import { IncompleteRequest } from '#platform/refusal'
import { collectBody, contentTypeOf } from './collect-body.ts'
import { parseJson } from './parse-json.ts'
import { badField } from './refuse-request.ts'

/** As reliability asks; what trickles in for longer is cut. */
const LIMIT = { bytesMax: JSON_BODY_BYTES, ms: 15_000 }

/**
 * A body as it came. Using it may refuse, but only when the handler asks: what comes before is judged first.
 */
export type LazyBody = () => unknown

/**
 * Reads a JSON body up to its limit. What is wrong with it is told later, by the body itself: a refused
 * submit must still be counted by its handler. Only what never arrives is refused here.
 */
export async function receiveJson(
  request: IncomingMessage,
  { bodyKeys = JSON_BODY_KEYS }: Endpoint,
  closeConnection: () => void,
): Promise<LazyBody> {
  try {
    requireJson(request)
    const bytes = await collectBody(request, LIMIT, closeConnection)
    return () => parseJson(bytes, bodyKeys)
  } catch (refusal) {
    if (refusal instanceof IncompleteRequest) throw refusal
    return () => {
      throw refusal
    }
  }
}

function requireJson(request: IncomingMessage): void {
  if (/^application\/(?:[a-z.+-]+\+)?json\s*(?:;|$)/i.test(contentTypeOf(request, 'JSON'))) return
  throw badField('content-type', 'Send the body as application/json.')
}
