import { z } from 'zod'
import { idRef } from './ids.ts'
import { IDS_PER_LIST, PAGE_LIMIT_DEFAULT } from './limits.ts'
import { Image, Media, mediaStatuses } from './media.ts'
import { cursor, nextCursor, pageLimit } from './paging.ts'

/** `image`, `IMAGE`, `Image`: any case. */
const mediaType = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['image', 'video']))
  .optional()
  .meta({ description: 'Upper or lower case', documentedAs: { type: 'string', enum: ['image', 'video'] } })

const ids = z
  .string()
  .transform((list) => list.split(','))
  .refine((list) => list.length <= IDS_PER_LIST, { error: `must list at most ${IDS_PER_LIST} ids` })
  .optional()
  .meta({ description: `Up to ${IDS_PER_LIST} ids, separated by commas` })

const imageFilters = {
  status: z.enum(mediaStatuses).optional().describe('Only jobs with this status'),
  productId: idRef('product')
    .optional()
    .meta({ description: 'Media made for this product or attached to it' }),
  clientRef: z.string().optional().describe('Only the job with this clientRef'),
  ids,
  limit: pageLimit(PAGE_LIMIT_DEFAULT),
  cursor,
}

export const ImagesQuery = z.object(imageFilters)
export const MediaQuery = z.object({ type: mediaType, mediaType, ...imageFilters })

export type MediaQuery = z.infer<typeof MediaQuery>

export const MediaList = z
  .object({ media: z.array(Media).describe('One page, newest first'), nextCursor })
  .meta({ id: 'MediaList' })
export const ImageList = z
  .object({ images: z.array(Image).describe('One page, newest first'), nextCursor })
  .meta({ id: 'ImageList' })
