import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { PIXELS_MAX, type PictureKind } from './picture-kinds.ts'
import { sharp, strictInput } from './strict-sharp.ts'

/** Larger pictures are scaled down. */
const OUTPUT_SIDE_MAX = 2_048
/** Refuses extremely long and thin pictures, which are typical of attacks. */
const INPUT_SIDE_MAX = 16_384

export type Cleaned = { bytes: Buffer; width: number; height: number; sha256: Buffer }
export type PictureDefect = 'kind' | 'pixels' | 'broken'

const encoders = {
  png: (pixels) => pixels.png(),
  jpeg: (pixels) => pixels.jpeg({ quality: 90 }),
  // Higher effort slows the worst case, random noise with alpha, from 1.1 s to 2.7 s and does not make photos
  // smaller.
  webp: (pixels) => pixels.webp({ quality: 90, effort: 0 }),
} satisfies Record<PictureKind, (pixels: Sharp) => Sharp>

/**
 * Re-encodes a picture: upright, sRGB, at most 2,048 pixels a side. Returns the defect if it has one: `kind`
 * if it is not of the expected kind, `pixels` if it is too large, `broken` if it cannot be re-encoded.
 */
export async function cleanPicture(path: string, kind: PictureKind): Promise<Cleaned | PictureDefect> {
  try {
    // Reads only the header. With the pixel limit, sharp would throw for a picture that is too large, and
    // only the text of the error would distinguish it from a broken one.
    const header = await sharp(path, { ...strictInput, limitInputPixels: false }).metadata()
    if (header.format !== kind) return 'kind'
    if (header.width * header.height > PIXELS_MAX) return 'pixels'
    if (Math.max(header.width, header.height) > INPUT_SIDE_MAX) return 'pixels'
    const { data, info } = await sharp(path, strictInput)
      .autoOrient()
      .resize(OUTPUT_SIDE_MAX, OUTPUT_SIDE_MAX, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    // Encode from raw pixels so that no metadata of the original, not even its density, survives.
    const bytes = await encoders[kind](sharp(data, { raw: { width, height, channels } })).toBuffer()
    return { bytes, width, height, sha256: createHash('sha256').update(bytes).digest() }
  } catch {
    // Every error of sharp: a truncated or corrupt file, an unsupported variant, too little memory.
    return 'broken'
  }
}
