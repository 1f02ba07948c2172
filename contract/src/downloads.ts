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
  width: z.int().describe('In pixels'),
  height: z.int().describe('In pixels'),
  codec: z.string().nullable().meta({ description: 'For videos, such as h264; null for images' }),
  durationSeconds: z.int().describe('The length of the video; 0 for an image'),
  thumbnailUrl: z.url().describe('JPEG, longest side 512 pixels'),
  placements: z
    .array(z.enum(Object.keys(placements) as [Placement, ...Placement[]]))
    .describe('The placements whose aspect ratio the file itself has'),
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
    downloadUrl: z.url().describe('The permanent URL of the file'),
    fileName: z.string().describe('A name to store it under'),
    contentType: z.string().describe('Such as image/png or video/mp4'),
    sizeBytes: z.int().describe('The size of the file'),
    sha256: z.string().describe('The checksum of the file, in hexadecimal'),
    expiresAt: z.null().describe('Always null: the URL does not expire'),
    uploadKit: UploadKit.describe('What an advertising platform asks for at upload'),
  })
  .meta({ id: 'Download' })

export type Download = z.infer<typeof Download>
