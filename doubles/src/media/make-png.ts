import { crc32, deflateSync } from 'node:zlib'
import { hashKeys } from '../core/random.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** Blocks of this many pixels on a side: the picture compresses well and still differs for each key. */
const BLOCK_PIXELS = 16

export interface PictureOrder {
  /** Two pictures of different keys never have the same bytes. */
  key: string
  width: number
  height: number
  /** The file is padded to at least this size. */
  sizeBytes: number
}

/** A real PNG of 24 bits: coloured blocks that the key chooses. */
export function makePng({ key, width, height, sizeBytes }: PictureOrder): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const head = [
    SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('tEXt', Buffer.from(`Comment\0${key}`, 'latin1')),
  ]
  const tail = [
    pngChunk('IDAT', deflateSync(drawRows(key, width, height))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]
  const made = [...head, ...tail].reduce((sum, { length }) => sum + length, 0)
  // Readers skip a private chunk, so the picture stays valid at any size.
  const padding = sizeBytes > made + 12 ? [pngChunk('paDd', Buffer.alloc(sizeBytes - made - 12))] : []
  return Buffer.concat([...head, ...padding, ...tail])
}

function drawRows(key: string, width: number, height: number): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height)
  const columns = Math.ceil(width / BLOCK_PIXELS)
  for (let y = 0; y < height; y++) {
    const at = y * (width * 3 + 1) + 1
    if (y % BLOCK_PIXELS > 0) {
      rows.copyWithin(at - 1, at - 1 - (width * 3 + 1), at - 1)
      continue
    }
    const colours = Array.from({ length: columns }, (_, x) => hashKeys(key, x, y))
    for (let x = 0; x < width; x++) {
      const colour = colours[Math.floor(x / BLOCK_PIXELS)] ?? 0
      rows.writeUIntBE(colour & 0xffffff, at + x * 3, 3)
    }
  }
  return rows
}

function pngChunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
