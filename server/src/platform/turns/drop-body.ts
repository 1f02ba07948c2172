import type { IncomingMessage } from 'node:http'
import { newBytePace, PACE_WAIT_MIN_MS } from './new-byte-pace.ts'

const dropped = new WeakSet<IncomingMessage>()
/** Of all bodies that are dropped in this process, together. */
const pace = newBytePace(16 * 1024 * 1024)

/**
 * Reads what is left of a refused body and drops it, so that the client can read the response: many clients
 * read only after they have sent everything. Node alone would drop it as fast as the client sends, and a
 * refused request would cost more than an accepted one.
 */
export function dropBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed || dropped.has(request)) return
  dropped.add(request)
  request.on('data', (chunk: Buffer) => {
    const waitMs = pace(chunk.length)
    if (waitMs < PACE_WAIT_MIN_MS) return
    request.pause()
    setTimeout(() => request.resume(), waitMs).unref()
  })
  request.resume()
}
