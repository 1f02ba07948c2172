import sharp from 'sharp'
import { PIXELS_MAX } from './picture-kinds.ts'

// Nothing is kept between pictures, and a picture takes one core: whoever asks runs several side by side.
sharp.cache(false)
sharp.concurrency(1)
// Every other loader (SVG, PDF, GIF, TIFF and what comes next) is code that no stranger's file shall reach.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })

export { sharp }

/** One picture of bounded size, read once from top to bottom; a missing end is an error, not grey. */
export const strictInput = {
  limitInputPixels: PIXELS_MAX,
  failOn: 'error',
  pages: 1,
  sequentialRead: true,
} as const
