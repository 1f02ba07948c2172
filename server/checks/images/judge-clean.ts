import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { CleanPicture } from '#platform/imaging'
import { declaredPixels, type Kind, webpChunks } from './build-files.ts'
import { isUpright } from './paint-good.ts'
import type { Sample } from './sample.ts'

const SIDE_MAX = 2_048
const PIXELS_MAX = 25_000_000
const KIND_OF = { 'image/png': 'png', 'image/jpeg': 'jpeg', 'image/webp': 'webp' } as const

/** Density of one pixel a millimetre: the default of libvips. */
const NO_DENSITY = '000003e8000003e801'
const PNG_CHUNKS = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']
const WEBP_CHUNKS = ['VP8 ', 'VP8L', 'VP8X', 'ALPH']
/** Tables, frame, scan, restarts: what a decoder needs. */
const JPEG_SEGMENTS = [0xdb, 0xc0, 0xc2, 0xc4, 0xdd, 0xda]

/** Everything that is wrong with a picture that was accepted. */
export async function judgeClean(sample: Sample, clean: CleanPicture): Promise<string[]> {
  const complaints: string[] = []
  const demand = (isTrue: boolean, complaint: string) => {
    if (!isTrue) complaints.push(complaint)
  }
  const { bytes, width, height, contentType } = clean
  const kind = KIND_OF[contentType]
  demand(sample.expect !== 'refused', 'accepted')
  demand((declaredPixels(sample.bytes, kind) ?? 0) <= PIXELS_MAX, 'decoded beyond the limit of pixels')
  demand(Math.max(width, height) <= SIDE_MAX, `${width} x ${height} in the output`)
  demand(createHash('sha256').update(bytes).digest().equals(clean.sha256), 'the sum is not that of the bytes')
  demand(!sample.canary || !bytes.includes(sample.canary), 'the canary is in the output')
  complaints.push(...strangeParts(bytes, kind).map((part) => `${part} is in the output`))
  const seen = await sharp(bytes).metadata()
  demand(seen.width === width && seen.height === height, 'the size is not that of the bytes')
  demand(seen.format === kind, `a ${kind} becomes a ${seen.format}`)
  demand(seen.depth === 'uchar' && seen.space === 'srgb', `${seen.space} of ${seen.depth} in the output`)
  demand(!seen.exif && !seen.xmp && !seen.icc && !seen.iptc && !seen.orientation, 'metadata is in the output')
  if (sample.isTurned) demand(await isUpright(bytes), 'not upright')
  return complaints
}

/** The parts of a file that hold anything but pixels, and bytes after its end. */
export function strangeParts(file: Buffer, kind: Kind): string[] {
  if (kind === 'png') return strangeChunks(file)
  if (kind === 'jpeg') return strangeSegments(file)
  const names = webpChunks(file).map((chunk) => chunk.toString('latin1', 0, 4))
  const strange = names.filter((name) => !WEBP_CHUNKS.includes(name))
  return file.readUInt32LE(4) + 8 === file.length ? strange : [...strange, 'bytes after the end']
}

function strangeChunks(png: Buffer): string[] {
  const strange: string[] = []
  let at = 8
  while (at + 12 <= png.length) {
    const length = png.readUInt32BE(at)
    const name = png.toString('latin1', at + 4, at + 8)
    const data = png.subarray(at + 8, at + 8 + length)
    const isKnown = PNG_CHUNKS.includes(name) || (name === 'pHYs' && data.toString('hex') === NO_DENSITY)
    if (!isKnown) strange.push(name)
    at += 12 + length
    if (name === 'IEND') break
  }
  return at === png.length ? strange : [...strange, 'bytes after the end']
}

function strangeSegments(jpeg: Buffer): string[] {
  const strange: string[] = []
  let at = 2
  while (at + 4 <= jpeg.length) {
    const marker = jpeg[at + 1] ?? 0
    if (jpeg[at] !== 0xff || !JPEG_SEGMENTS.includes(marker)) strange.push(`segment ${marker.toString(16)}`)
    if (marker === 0xda || strange.length > 0) break
    at += 2 + jpeg.readUInt16BE(at + 2)
  }
  // Inside the pixels 0xff is always followed by 0 or a restart, so the first end is the end.
  const isWhole = jpeg.indexOf(Buffer.from([0xff, 0xd9]), at) === jpeg.length - 2
  return isWhole ? strange : [...strange, 'bytes after the end']
}
