import { z } from 'zod'
import { idSchema } from './ids.ts'
import { IDS_PER_LIST, PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from './limits.ts'
import { Image, Media, mediaStatuses } from './media.ts'

export const pageLimit = (byDefault: number) =>
  z
    .string()
    .regex(/^[0-9]{1,3}$/, { error: `must be a whole number from 1 to ${PAGE_LIMIT_MAX}` })
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= PAGE_LIMIT_MAX, {
      error: `must be a whole number from 1 to ${PAGE_LIMIT_MAX}`,
    })
    .default(byDefault)
    .meta({ description: `1 to ${PAGE_LIMIT_MAX}, default ${byDefault}` })

export const cursor = z.string().optional().meta({ description: '`nextCursor` of the page before' })

/** `image`, `IMAGE`, `Image`: any case. */
const mediaType = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['image', 'video']))
  .optional()

const ids = z
  .string()
  .transform((list) => list.split(','))
  .refine((list) => list.length <= IDS_PER_LIST, { error: `must name at most ${IDS_PER_LIST} ids` })
  .optional()
  .meta({ description: `Up to ${IDS_PER_LIST} ids, separated by commas` })

const imageFilters = {
  status: z.enum(mediaStatuses).optional(),
  productId: z.string().optional(),
  clientRef: z.string().optional(),
  ids,
  limit: pageLimit(PAGE_LIMIT_DEFAULT),
  cursor,
}

export const ImagesQuery = z.object(imageFilters)
export const MediaQuery = z.object({ type: mediaType, mediaType, ...imageFilters })

export type MediaQuery = z.infer<typeof MediaQuery>

const nextCursor = z.string().nullable().meta({ description: 'null at the end' })

export const MediaList = z.object({ media: z.array(Media), nextCursor }).meta({ id: 'MediaList' })
export const ImageList = z.object({ images: z.array(Image), nextCursor }).meta({ id: 'ImageList' })

export const idParams = (kind: Parameters<typeof idSchema>[0]) => z.object({ id: idSchema(kind) })
