// Builds the three kinds of file byte by byte: a library would refuse to write these.
import { crc32, deflateSync } from 'node:zlib'

export type Kind = 'png' | 'jpeg' | 'webp'

const PNG_START = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** The start and the IHDR chunk of any PNG. */
const PNG_HEAD_BYTES = 33

const u16 = (value: number) => Buffer.from([value >> 8, value & 255])

function u32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(value >>> 0)
  return buffer
}

export function pngChunk(name: string, data: Buffer, wrongLength?: number): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  return Buffer.concat([u32(wrongLength ?? data.length), body, u32(crc32(body))])
}

export type PngShape = { width: number; height: number; depth?: number; colour?: number; interlace?: number }

const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

export const pngHead = ({ width, height, depth = 8, colour = 2, interlace = 0 }: PngShape): Buffer =>
  Buffer.concat([
    PNG_START,
    pngChunk('IHDR', Buffer.concat([u32(width), u32(height), Buffer.from([depth, colour, 0, 0, interlace])])),
  ])

/** All black. Few bytes hold many pixels, so decompression bombs use it too. */
export function blankPng(shape: PngShape): Buffer {
  const { width, height, depth = 8, colour = 2 } = shape
  const rowBytes = 1 + Math.ceil((width * depth * (CHANNELS[colour] ?? 1)) / 8)
  const pixels = deflateSync(Buffer.alloc(rowBytes * height), { level: 9 })
  return Buffer.concat([pngHead(shape), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))])
}

export const insertInPng = (png: Buffer, ...chunks: Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, PNG_HEAD_BYTES), ...chunks, png.subarray(PNG_HEAD_BYTES)])

export const jpegSegment = (marker: number, data: Buffer, wrongLength?: number): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker]), u16(wrongLength ?? data.length + 2), data])

export const insertInJpeg = (jpeg: Buffer, ...segments: Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])

/** The size is in the SOF segment, after its marker, length and precision: height first. */
export function resizeJpegHeader(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg)
  const at = startOfFrame(jpeg)
  changed.writeUInt16BE(height, at + 5)
  changed.writeUInt16BE(width, at + 7)
  return changed
}

function startOfFrame(jpeg: Buffer): number {
  for (let at = 2; at + 9 < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    if (jpeg[at] !== 0xff) return -1
    if ([0xc0, 0xc1, 0xc2].includes(jpeg[at + 1] ?? 0)) return at
  }
  return -1
}

export function webpChunk(name: string, data: Buffer, wrongLength?: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(wrongLength ?? data.length)
  return Buffer.concat([Buffer.from(name, 'latin1'), length, data, Buffer.alloc(data.length % 2)])
}

export function webp(...chunks: Buffer[]): Buffer {
  return webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]))
}

/** Every complete chunk of a WebP. */
export function webpChunks(file: Buffer): Buffer[] {
  const chunks: Buffer[] = []
  for (let at = 12; at + 8 <= file.length; ) {
    const length = file.readUInt32LE(at + 4)
    const next = at + 8 + length + (length % 2)
    chunks.push(file.subarray(at, next))
    at = next
  }
  return chunks
}

/** The header of the extended format: flags, then the canvas size minus one. */
export function webpCanvas(flags: number, width: number, height: number): Buffer {
  const data = Buffer.alloc(10)
  data.writeUInt8(flags)
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return webpChunk('VP8X', data)
}

/** The pixels that the header of a file declares; `undefined` when it has no readable header. */
export function declaredPixels(file: Buffer, kind: Kind): number | undefined {
  if (kind === 'png') return file.length < 24 ? undefined : file.readUInt32BE(16) * file.readUInt32BE(20)
  if (kind === 'jpeg') {
    const at = startOfFrame(file)
    return at < 0 ? undefined : file.readUInt16BE(at + 5) * file.readUInt16BE(at + 7)
  }
  if (file.length < 30) return undefined
  const name = file.toString('latin1', 12, 16)
  if (name === 'VP8X') return (file.readUIntLE(24, 3) + 1) * (file.readUIntLE(27, 3) + 1)
  if (name === 'VP8 ') return (file.readUInt16LE(26) & 0x3fff) * (file.readUInt16LE(28) & 0x3fff)
  const packed = file.readUInt32LE(21)
  return ((packed & 0x3fff) + 1) * (((packed >>> 14) & 0x3fff) + 1)
}
