import type { Form } from '../core/index.ts'
import { invalid } from './api-error.ts'
import { hasTransparentPixel } from './has-transparent-pixel.ts'
import { type Picture, readPicture } from './read-picture.ts'

const MASK_BYTES_MAX = 4 * 1024 * 1024

/**
 * A mask or a markup: a PNG of the size of the first picture, with alpha. A mask edits where alpha is 0, so
 * one without such a pixel edits nothing. That the provider refuses it is known of markups only; here both
 * are refused, because such a mask is the sign of an adapter that confused the meaning of black and alpha.
 */
export function checkOverlay(file: Form['files'][number], name: 'mask' | 'markup', first: Picture): void {
  const refuse = (code: string, why: string) => invalid(name, code, `Invalid ${name} image: ${why}.`)
  if (file.type !== 'image/png')
    throw refuse('unsupported_file_mimetype', `got '${file.type}', not 'image/png'`)
  if (name === 'mask' && file.bytes.length >= MASK_BYTES_MAX)
    throw refuse('file_above_max_size', 'it must be below 4 MB')
  const picture = readPicture(file.bytes)
  if (picture?.type !== 'png') throw refuse('invalid_image_file', 'it is not a PNG')
  if (picture.width !== first.width || picture.height !== first.height) {
    const sizes = `${picture.width}x${picture.height}, the image ${first.width}x${first.height}`
    throw refuse(`invalid_${name}_size`, `its size must be that of the first image: it is ${sizes}`)
  }
  if (!picture.hasAlpha) throw refuse(`invalid_${name}_image_format`, 'the alpha channel is missing')
  if (!hasTransparentPixel(file.bytes))
    throw refuse(`invalid_${name}_image_format`, 'it has no transparent pixel')
}
