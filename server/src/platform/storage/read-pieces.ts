import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { newBufferCollector } from '#platform/memory'

const READ_BYTES = 256 * 1024

/** A file to be sent. Its pieces do not pile up in memory when it is large. */
export const readPieces = (path: string): Readable => Readable.from(pass(path), { objectMode: false })

async function* pass(path: string): AsyncGenerator<Buffer> {
  const collect = newBufferCollector()
  for await (const piece of createReadStream(path, { highWaterMark: READ_BYTES })) {
    yield piece
    collect(piece.length)
  }
}
