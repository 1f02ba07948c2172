import { sharp, strictInput } from './strict-sharp.ts'

/**
 * A mask with both meanings at once: what is transparent in it becomes white as well, the rest black. Some
 * providers edit where a mask is transparent, others where it is white.
 */
export async function whitenMask(png: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(png, strictInput)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (let at = 0; at < data.length; at += 4) {
    const isEdited = data[at + 3] === 0
    data.fill(isEdited ? 255 : 0, at, at + 3)
    data[at + 3] = isEdited ? 0 : 255
  }
  const { width, height } = info
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}
