import sharp from 'sharp'
import { PIXELS_MAX } from './picture-kinds.ts'

// No cache between pictures, and one core per picture: callers process several in parallel.
sharp.cache(false)
sharp.concurrency(1)
// All other loaders (SVG, PDF, GIF, TIFF and future ones) are code that no file of a user may reach.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })

export { sharp }

/** One picture of limited size, read once from top to bottom; a truncated one is an error, not grey. */
export const strictInput = {
  limitInputPixels: PIXELS_MAX,
  failOn: 'error',
  pages: 1,
  sequentialRead: true,
} as const
