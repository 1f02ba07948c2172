import type { IncomingMessage } from 'node:http'
import { type Endpoint, JSON_BODY_BYTES, JSON_BODY_KEYS } from '@atelier/contract'
import { IncompleteRequest } from '#platform/refusal'
import { collectBody, contentTypeOf } from './collect-body.ts'
import { parseAnyTexts, parseJson } from './parse-json.ts'
import { badField } from './refuse-request.ts'

/** A body that takes longer is refused. */
const LIMIT = { bytesMax: JSON_BODY_BYTES, ms: 15_000 }

/**
 * Parses the body when the handler calls it, so that earlier checks refuse first. Throws a refusal.
 */
export type LazyBody = () => unknown

/**
 * Reads a JSON body up to its limit. Errors in it are thrown later, by the returned function: a refused
 * submit must still be counted by its handler. Only a body that never arrives is refused here.
 */
export async function receiveJson(
  request: IncomingMessage,
  { bodyKeys = JSON_BODY_KEYS, passesOn }: Endpoint,
  closeConnection: () => void,
): Promise<LazyBody> {
  try {
    requireJson(request)
    const bytes = await collectBody(request, LIMIT, closeConnection)
    return () => (passesOn ? parseAnyTexts : parseJson)(bytes, bodyKeys)
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
