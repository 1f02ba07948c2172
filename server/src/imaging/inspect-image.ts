import sharp from 'sharp'

// Nothing is kept between pictures, and a picture takes one core: the worker runs several side by side.
sharp.cache(false)
sharp.concurrency(1)

const formats = {
  png: { contentType: 'image/png', extension: 'png' },
  jpeg: { contentType: 'image/jpeg', extension: 'jpg' },
  webp: { contentType: 'image/webp', extension: 'webp' },
} as const

const PIXELS_MAX = 25_000_000
const THUMBNAIL_SIDE = 512

export type Picture = {
  contentType: string
  extension: string
  width: number
  height: number
  thumbnail: Buffer
}

/** The file is not a picture we can vouch for: cut short, broken, too large or of another kind. */
export class UnusablePicture extends Error {}

/** Decodes every pixel of a picture, which proves it whole, and makes its thumbnail from the same pass. */
export async function inspectImage(file: string | Buffer): Promise<Picture> {
  const options = { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1, sequentialRead: true } as const
  try {
    const picture = sharp(file, options)
    const { format, width, height } = await picture.metadata()
    const known = formats[format as keyof typeof formats]
    if (!known) throw new UnusablePicture(`a ${format} is not a kind of picture we keep`)
    const thumbnail = await picture
      .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside' })
      .flatten({ background: '#ffffff' })
      // Optimised tables would save some bytes and cost a fifth of the whole pass.
      .jpeg({ quality: 80, optimizeCoding: false })
      .toBuffer()
    return { ...known, width, height, thumbnail }
  } catch (error) {
    if (error instanceof UnusablePicture) throw error
    throw new UnusablePicture((error as Error).message, { cause: error })
  }
}
