import { readPngChunks } from './read-png-chunks.ts'

export interface Picture {
  type: 'png' | 'jpeg' | 'webp'
  width: number
  height: number
  hasAlpha: boolean
}

/** Type and size as the bytes themselves say; `undefined` for anything else, and for a file that was cut. */
export function readPicture(bytes: Buffer): Picture | undefined {
  return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)
}

function readPng(bytes: Buffer): Picture | undefined {
  const chunks = readPngChunks(bytes)
  const header = chunks?.[0]?.body
  if (!chunks || !header || header.length !== 13) return undefined
  const hasAlpha = [4, 6].includes(header[9] ?? 0) || chunks.some(({ name }) => name === 'tRNS')
  return { type: 'png', width: header.readUInt32BE(0), height: header.readUInt32BE(4), hasAlpha }
}

/** Walks the segments up to the one that holds the size. */
function readJpeg(bytes: Buffer): Picture | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  if (bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) < 0) return undefined
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0
    // C4, C8 and CC lie among the frame markers and are none.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (!isFrame) continue
    const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
    return { type: 'jpeg', width, height, hasAlpha: false }
  }
  return undefined
}

function readWebp(bytes: Buffer): Picture | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined
  if (bytes.toString('latin1', 8, 12) !== 'WEBP' || bytes.readUInt32LE(4) + 8 > bytes.length) return undefined
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ': {
      const [width, height] = [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
      return { type: 'webp', width, height, hasAlpha: false }
    }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      const [width, height] = [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
      return { type: 'webp', width, height, hasAlpha: ((bits >>> 28) & 1) === 1 }
    }
    case 'VP8X': {
      const [width, height] = [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]
      return { type: 'webp', width, height, hasAlpha: ((bytes[20] ?? 0) & 0x10) !== 0 }
    }
    default:
      return undefined
  }
}
