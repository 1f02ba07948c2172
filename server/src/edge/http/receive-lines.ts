import type { IncomingMessage } from 'node:http'
import { IMPORT_BYTES } from '@atelier/contract'
import { collectBody, contentTypeOf } from './collect-body.ts'
import { isStorable } from './is-storable.ts'
import { badField, tooManyUploads, unstorable } from './refuse-request.ts'

const LIMIT = { bytesMax: IMPORT_BYTES, ms: 60_000 }
/** The client hears nothing for as long as a full body is worked on, and is no worse for it. */
const HANDLER_MS = 180_000
/** At once, per process; while it is decoded, a body takes up to four times its size. */
const HELD_BYTES_MAX = 2 * IMPORT_BYTES

export type Lines = {
  /** One of the types that the endpoint names. */
  type: string
  text: string
  /** Makes room for others. Done by the http room, whatever the handler did. */
  discard(): void
}

export type LinesReceiver = (
  request: IncomingMessage,
  types: readonly string[],
  closeConnection: () => void,
) => Promise<Lines>

/** Takes bodies of lines, a bounded number of bytes at once: text in UTF-8 that can be kept. */
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
