import { inflateSync } from 'node:zlib'
import { readPngChunks } from './read-png-chunks.ts'

/** More than the largest mask has, 3840 x 2160 pixels of 8 bytes. */
const RAW_BYTES_MAX = 80_000_000

/** True when a pixel of the PNG has alpha 0. Of palettes and interlaced files it believes it. */
export function hasTransparentPixel(png: Buffer): boolean {
  const chunks = readPngChunks(png) ?? []
  const header = chunks[0]?.body
  if (!header) return false
  const [depth = 0, colour = 0] = header.subarray(8, 10)
  const channels = { 4: 2, 6: 4 }[colour]
  if (channels === undefined || header[12] !== 0) return true
  const width = header.readUInt32BE(0)
  const pixelBytes = (channels * depth) / 8
  const alphaBytes = depth / 8
  let above: Buffer = Buffer.alloc(width * pixelBytes)
  for (const row of filteredRows(chunks, width * pixelBytes + 1)) {
    const filter = row[0] ?? 0
    const line = Buffer.from(row.subarray(1))
    unfilter(line, above, filter, pixelBytes)
    for (let at = pixelBytes - alphaBytes; at < line.length; at += pixelBytes)
      if (line[at] === 0 && (alphaBytes === 1 || line[at + 1] === 0)) return true
    above = line
  }
  return false
}

function* filteredRows(chunks: { name: string; body: Buffer }[], rowBytes: number): Generator<Buffer> {
  const packed = Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map(({ body }) => body))
  let raw: Buffer
  try {
    raw = inflateSync(packed, { maxOutputLength: RAW_BYTES_MAX })
  } catch {
    return
  }
  for (let at = 0; at + rowBytes <= raw.length; at += rowBytes) yield raw.subarray(at, at + rowBytes)
}

/** The five filters of PNG: each byte is stored as its difference from bytes to the left and above. */
function unfilter(line: Buffer, above: Buffer, filter: number, pixelBytes: number): void {
  for (let at = 0; at < line.length; at++) {
    const left = at < pixelBytes ? 0 : (line[at - pixelBytes] ?? 0)
    const up = above[at] ?? 0
    const corner = at < pixelBytes ? 0 : (above[at - pixelBytes] ?? 0)
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
    line[at] = (line[at] ?? 0) + guess
  }
}

function paeth(left: number, up: number, corner: number): number {
  const [toLeft, toUp, toCorner] = [
    Math.abs(up - corner),
    Math.abs(left - corner),
    Math.abs(left + up - 2 * corner),
  ]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
