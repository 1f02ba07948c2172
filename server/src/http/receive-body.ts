import type { IncomingMessage } from 'node:http'
import { JSON_BODY_BYTES } from '@atelier/contract'
import { Refusal } from '#refusal'

/**
 * A body as it came. Reading it may refuse, but only when the handler asks: key and limit are judged before
 * it.
 */
export type Body = () => unknown

/** Reads a JSON body up to its limit. Nothing is thrown here, because other checks come first. */
export async function receiveBody(stream: IncomingMessage, contentType: string | undefined): Promise<Body> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    // Beyond the limit the rest is read and dropped, so that the answer finds a client that listens.
    if (size <= JSON_BODY_BYTES) chunks.push(chunk)
  }
  const isJson = /^application\/(?:[a-z.+-]+\+)?json\s*(?:;|$)/i.test(contentType ?? '')
  return () => {
    if (size > JSON_BODY_BYTES) {
      throw new Refusal('body_too_large', `The body has more than ${JSON_BODY_BYTES} bytes.`, {
        limit: JSON_BODY_BYTES,
      })
    }
    if (!isJson) {
      throw new Refusal('invalid_request', 'Send the body as application/json.', { field: 'content-type' })
    }
    return parse(Buffer.concat(chunks))
  }
}

function parse(bytes: Buffer): unknown {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString())
  } catch {
    throw new Refusal('invalid_json', 'The body is not valid JSON.')
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new Refusal('invalid_request', 'The body must be a JSON object.', { field: 'body' })
  }
  return value
}
