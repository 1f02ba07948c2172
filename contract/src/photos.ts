import { z } from 'zod'
import { idRef, idSchema } from './ids.ts'
import { LABEL_CHARACTERS } from './limits.ts'
import { httpsUrl } from './submit-bodies.ts'
import { message, text, time } from './text.ts'

export const Photo = z
  .object({
    id: idSchema('photo'),
    label: z.string(),
    url: z.url(),
    isPrimary: z
      .boolean()
      .meta({ description: 'Whether this is the oldest active photo, which jobs use by default' }),
  })
  .meta({ id: 'Photo' })

export type Photo = z.infer<typeof Photo>

const label = text(1, LABEL_CHARACTERS).meta({ example: 'front' })

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

export const PhotoAnswer = z.object({ photo: Photo, message })
export const PhotoList = z.object({ photos: z.array(Photo) })

export const Asset = z
  .object({
    id: idSchema('asset'),
    url: z.url(),
    contentType: z.string(),
    sizeBytes: z.int(),
    sha256: z.string(),
    width: z.int(),
    height: z.int(),
    createdAt: time(),
  })
  .meta({ id: 'Asset' })

export type Asset = z.infer<typeof Asset>

export const AssetAnswer = z.object({ asset: Asset, message })
export const AssetList = z.object({ assets: z.array(Asset), nextCursor: z.string().nullable() })
export const DeletedAsset = z.object({
  asset: z.object({ id: idSchema('asset'), status: z.literal('deleted') }),
  message,
})
