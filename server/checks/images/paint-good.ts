import sharp, { type Sharp } from 'sharp'
import type { Random } from '../../harness/random/index.ts'
import type { Kind } from './build-files.ts'

/** Red, green, blue, white: the order of the four corners shows how a picture was rotated. */
const CORNERS = [
  [230, 30, 30],
  [30, 200, 30],
  [30, 30, 230],
  [240, 240, 240],
] as const

const WIDTH = 96
const HEIGHT = 64

/** Where the pixel shown at x, y is stored, for each of the eight EXIF orientations. */
const stored: Record<number, (x: number, y: number) => [number, number]> = {
  1: (x, y) => [x, y],
  2: (x, y) => [WIDTH - 1 - x, y],
  3: (x, y) => [WIDTH - 1 - x, HEIGHT - 1 - y],
  4: (x, y) => [x, HEIGHT - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y) => [y, WIDTH - 1 - x],
  7: (x, y) => [HEIGHT - 1 - y, WIDTH - 1 - x],
  8: (x, y) => [HEIGHT - 1 - y, x],
}

/** A rotated picture with its EXIF orientation; upright it is wide, with the corners in order. */
export function paintTurned(kind: Kind, orientation: number): Promise<Buffer> {
  const width = orientation > 4 ? HEIGHT : WIDTH
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const corner = CORNERS[(y < HEIGHT / 2 ? 0 : 2) + (x < WIDTH / 2 ? 0 : 1)] ?? CORNERS[0]
      const [atX, atY] = stored[orientation]?.(x, y) ?? [x, y]
      pixels.set(corner, (atY * width + atX) * 3)
    }
  }
  const height = orientation > 4 ? WIDTH : HEIGHT
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } }).withMetadata({ orientation })
  return encode(picture, kind).toBuffer()
}

/** Whether the corners of a cleaned picture are in order. */
export async function isUpright(picture: Buffer): Promise<boolean> {
  const raw = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  if (raw.info.width !== WIDTH || raw.info.height !== HEIGHT) return false
  return CORNERS.every((colour, index) => {
    const x = index % 2 === 0 ? 8 : WIDTH - 8
    const y = index < 2 ? 8 : HEIGHT - 8
    return colour.every((value, channel) => {
      return Math.abs(value - (raw.data[(y * WIDTH + x) * 3 + channel] ?? 0)) < 40
    })
  })
}

/** A soft picture with some grain, like a photo. */
export function paint(random: Random, width: number, height: number, channels: 3 | 4 = 3): Sharp {
  const pixels = Buffer.alloc(width * height * channels)
  const [red, green, blue] = [random.int(0, 200), random.int(0, 200), random.int(0, 200)]
  for (let at = 0, pixel = 0; at < pixels.length; at += channels, pixel++) {
    const x = pixel % width
    const light = ((x + Math.floor(pixel / width)) * 50) / (width + height) + random.next() * 5
    pixels[at] = red + light
    pixels[at + 1] = green + light
    pixels[at + 2] = blue + light
    if (channels === 4) pixels[at + 3] = 255 - light
  }
  return sharp(pixels, { raw: { width, height, channels } })
}

export function encode(picture: Sharp, kind: Kind): Sharp {
  if (kind === 'png') return picture.png()
  return kind === 'jpeg' ? picture.jpeg({ quality: 85 }) : picture.webp({ quality: 80, effort: 1 })
}

export const paintFile = (random: Random, kind: Kind, side = 300): Promise<Buffer> =>
  encode(paint(random, random.int(24, side), random.int(24, side)), kind).toBuffer()
