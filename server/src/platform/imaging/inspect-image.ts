import { type PictureKind, pictureKinds } from './picture-kinds.ts'
import { sharp, strictInput } from './strict-sharp.ts'
import { UnusablePicture } from './unusable-picture.ts'
import { walkJpeg, walkPng, walkWebp, withByteSource } from './walk-parts.ts'

const THUMBNAIL_SIDE = 512

export type Picture = {
  contentType: string
  extension: string
  width: number
  height: number
  thumbnail: Buffer
}

/** Decodes every pixel of a picture and looks for its end, which proves that it is complete. */
export async function inspectImage(file: string | Buffer): Promise<Picture> {
  try {
    const picture = sharp(file, strictInput)
    const { format, width, height } = await picture.metadata()
    const known = pictureKinds[format as PictureKind]
    if (!known) throw new UnusablePicture(`${format} is not a kind of picture that is stored`)
    await requireEnd(file, format as PictureKind)
    const thumbnail = await picture
      // A smaller picture is enlarged: the longest side of a thumbnail is always the same.
      .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside' })
      .flatten({ background: '#ffffff' })
      // Optimised tables would save a few bytes and add a fifth to the time.
      .jpeg({ quality: 80, optimizeCoding: false })
      .toBuffer()
    return { ...known, width, height, thumbnail }
  } catch (error) {
    if (error instanceof UnusablePicture) throw error
    throw new UnusablePicture((error as Error).message, { cause: error })
  }
}

const walks = { png: walkPng, jpeg: walkJpeg, webp: walkWebp }

/** A decoder has all pixels before the end of the file, and does not always miss the rest. */
const requireEnd = (file: string | Buffer, kind: PictureKind): Promise<void> =>
  withByteSource(file, async (bytes) => {
    for await (const _ of walks[kind](bytes));
  })
