import type { IncomingMessage } from 'node:http'
import { IMPORT_BYTES } from '@atelier/contract'
import { collectBody, contentTypeOf } from './collect-body.ts'
import { badField, isStorable, tooManyUploads, unstorable } from './refuse-request.ts'

const LIMIT = { bytesMax: IMPORT_BYTES, ms: 60_000 }
/** How long a connection may be silent while the handler works on a full body. */
const HANDLER_MS = 180_000
/** At the same time, per process; while it is decoded, a body takes up to four times its size. */
const HELD_BYTES_MAX = 2 * IMPORT_BYTES

export type Lines = {
  /** One of the types that the endpoint names. */
  type: string
  text: string
  /** Frees the memory for other bodies. The http module always calls it after the handler. */
  discard(): void
}

export type LinesReceiver = (
  request: IncomingMessage,
  types: readonly string[],
  closeConnection: () => void,
) => Promise<Lines>

/** Receives bodies of lines, a limited number of bytes at the same time: UTF-8 that Postgres can store. */
export function newLinesReceiver(): LinesReceiver {
  let heldBytes = 0
  return async (request, types, closeConnection) => {
    const type = requireTypeOf(types, request)
    const sizeBytes = Math.min(Number(request.headers['content-length'] ?? IMPORT_BYTES), IMPORT_BYTES)
    if (heldBytes + sizeBytes > HELD_BYTES_MAX) throw tooManyUploads()
    heldBytes += sizeBytes
    const discard = () => {
      heldBytes -= sizeBytes
    }
    try {
      const text = decode(await collectBody(request, LIMIT, closeConnection))
      request.socket.setTimeout(HANDLER_MS)
      return { type, text, discard }
    } catch (error) {
      discard()
      throw error
    }
  }
}

function requireTypeOf(types: readonly string[], request: IncomingMessage): string {
  const wanted = types.join(' or ')
  const given = contentTypeOf(request, wanted)
  const type = types.find((one) => one === given.split(';')[0]?.trim().toLowerCase())
  if (type === undefined) throw badField('content-type', `Send the body as ${wanted}.`)
  return type
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Buffer): string {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw badField('body', 'The body must be text in UTF-8.')
  }
  if (!isStorable(text)) throw unstorable('body')
  return text
}
