import { sharp, strictInput } from './strict-sharp.ts'
import { UnusablePicture } from './unusable-picture.ts'

/**
 * Throws UnusablePicture unless a mask says which part of a picture is edited: a PNG as large as the picture,
 * with an alpha of 0 there. Both are files that were cleaned before. A provider would ignore another mask, or
 * edit the whole picture.
 */
export async function checkMask(mask: Buffer, picture: Buffer): Promise<void> {
  const { format, hasAlpha, width, height } = await sharp(mask, strictInput).metadata()
  if (format !== 'png' || !hasAlpha) throw new UnusablePicture('the mask must be a PNG with an alpha channel')
  const edited = await sharp(picture, strictInput).metadata()
  if (width !== edited.width || height !== edited.height)
    throw new UnusablePicture('the mask must be as large as the first reference')
  const alpha = await sharp(mask, strictInput).extractChannel('alpha').raw().toBuffer()
  if (!alpha.includes(0))
    throw new UnusablePicture('the mask must be transparent where the picture is edited')
}
