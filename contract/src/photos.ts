import { z } from 'zod'
import { idRef, idSchema } from './ids.ts'
import { LABEL_CHARACTERS } from './limits.ts'
import { httpsUrl } from './submit-bodies.ts'
import { message, text, time } from './text.ts'

export const Photo = z
  .object({
    id: idSchema('photo').describe('The id of the photo'),
    label: z.string().describe('Its name, such as front'),
    url: z.url().describe('Its permanent URL'),
    isPrimary: z
      .boolean()
      .meta({ description: 'Whether this is the oldest active photo, which jobs use by default' }),
  })
  .meta({ id: 'Photo' })

export type Photo = z.infer<typeof Photo>

const label = text(1, LABEL_CHARACTERS)
  .meta({ example: 'front' })
  .describe('What the photo shows, such as front')
export const ReferenceBody = z
  .object({
    label,
    fileUrl: httpsUrl()
      .optional()
      .meta({ description: 'Fetched at once; send exactly one of fileUrl and mediaAssetId' }),
    mediaAssetId: idRef('media', 'asset').optional().meta({
      description: 'A completed image or an upload of yours; send exactly one of fileUrl and mediaAssetId',
    }),
  })
  .meta({ id: 'ReferenceBody', oneOf: [{ required: ['fileUrl'] }, { required: ['mediaAssetId'] }] })

export const ReferenceForm = z.object({ label })

export const PhotoAnswer = z.object({ photo: Photo.describe('The photo'), message })
export const PhotoList = z.object({ photos: z.array(Photo).describe('The active photos, oldest first') })

export const Asset = z
  .object({
    id: idSchema('asset').describe('The id of the upload'),
    url: z.url().describe('Its permanent URL'),
    contentType: z.string().describe('The type of the file as stored'),
    sizeBytes: z.int().describe('The size of the file as stored'),
    sha256: z.string().describe('The checksum of the file as stored, in hexadecimal'),
    width: z.int().describe('In pixels'),
    height: z.int().describe('In pixels'),
    createdAt: time().describe('When it was uploaded'),
  })
  .meta({ id: 'Asset' })

export type Asset = z.infer<typeof Asset>

export const AssetAnswer = z.object({ asset: Asset.describe('The upload'), message })
export const AssetList = z.object({
  assets: z.array(Asset).describe('One page, newest first'),
  nextCursor: z.string().nullable().describe('null on the last page'),
})
export const DeletedAsset = z.object({
  asset: z
    .object({
      id: idSchema('asset').describe('The id of the upload'),
      status: z.literal('deleted').describe('Always `deleted`'),
    })
    .describe('What was deleted'),
  message,
})
