import { z } from 'zod'
import { Rendition } from './renditions.ts'

/** The placements of the advertising platform and the aspect ratio of each. */
export const placements = {
  feed_square: [1, 1],
  feed_portrait: [4, 5],
  vertical: [9, 16],
  landscape: [16, 9],
} as const satisfies Record<string, [number, number]>

export type Placement = keyof typeof placements

export const DownloadQuery = z.object({
  redirect: z.literal('1').optional().meta({ description: '1: respond with 302 to the file' }),
})

const UploadKit = z.object({
  md5: z.string().meta({ description: 'In lower-case hexadecimal, as upload APIs expect it' }),
  width: z.int(),
  height: z.int(),
  codec: z.string().nullable().meta({ description: 'For videos, such as h264; null for images' }),
  durationSeconds: z.int(),
  thumbnailUrl: z.url(),
  placements: z.array(z.enum(Object.keys(placements) as [Placement, ...Placement[]])),
  renditions: z.array(Rendition).meta({
    description: 'The picture in the ratios of placements, each by crop and by pad; empty for videos',
  }),
  renditionsNote: z.string().meta({ description: 'Which rendition to use, or why there is none' }),
  aiOriginMark: z
    .boolean()
    .nullable()
    .meta({ description: 'Whether the file carries a mark of AI origin; null when this cannot be read' }),
})

export const Download = z
  .object({
    downloadUrl: z.url(),
    fileName: z.string(),
    contentType: z.string(),
    sizeBytes: z.int(),
    sha256: z.string(),
    expiresAt: z.null(),
    uploadKit: UploadKit,
  })
  .meta({ id: 'Download' })

export type Download = z.infer<typeof Download>
