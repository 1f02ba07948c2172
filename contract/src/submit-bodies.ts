import { z } from 'zod'
import { idRef } from './ids.ts'
import {
  CLIENT_REF_CHARACTERS,
  HOOK_CHARACTERS,
  IMAGE_PROMPT_CHARACTERS,
  REFERENCES_PER_FIELD,
  URL_CHARACTERS,
  VIDEO_PROMPT_CHARACTERS,
} from './limits.ts'
import { text } from './text.ts'

export const imageSizes = ['1:1', '2:3', '3:2'] as const
export const imageCounts = [1, 2, 4] as const
export const orientations = ['portrait', 'landscape', 'square'] as const
export const resolutions = ['SD', 'HD'] as const
export const videoSeconds = [6, 10, 15] as const

export type ImageSize = (typeof imageSizes)[number]
export type Orientation = (typeof orientations)[number]
export type Resolution = (typeof resolutions)[number]

/** A URL that a caller sends, HTTPS only. Its target is checked before it is fetched. */
export const httpsUrl = () =>
  z
    .string()
    .trim()
    .refine(
      (value) => value.length <= URL_CHARACTERS && /^https:\/\/[^\s]/i.test(value) && URL.canParse(value),
      {
        error: `must be an HTTPS URL of at most ${URL_CHARACTERS} characters`,
      },
    )
    .meta({ format: 'uri', maxLength: URL_CHARACTERS, example: 'https://example.com/photo.png' })

const listOf = <T extends z.ZodType>(item: T) => z.array(item).max(REFERENCES_PER_FIELD).optional()

/** The optional fields of every submit. */
const ingredients = {
  model: z
    .string()
    .optional()
    .meta({ description: 'An id from GET /api/gen/models; the default is the first that can serve it' }),
  cepId: idRef('cep')
    .optional()
    .meta({ description: 'The CEP (customer entry point) that the media is made for' }),
  hook: text(0, HOOK_CHARACTERS)
    .optional()
    .meta({ description: 'How the creative opens, in your own words' }),
  clientRef: text(1, CLIENT_REF_CHARACTERS).optional().meta({
    description: 'Your own name for the job and its idempotency key: sending it again returns the same job',
    example: 'summer-mug-1',
  }),
}

const references = {
  productId: idRef('product').optional().meta({
    description: 'The media is attached to this product, and its primary photo is used as a reference',
  }),
  useProductPhoto: z
    .boolean()
    .optional()
    .meta({ description: 'false: productId only attaches the media; its photo is not used' }),
  productPhotoReferenceIds: listOf(idRef('photo')).meta({
    description: 'Photos of the product to use instead of its primary photo',
  }),
  photoReferenceIds: listOf(idRef('photo')).meta({ description: 'Ids of your photos to use as references' }),
  characterId: idRef('character')
    .optional()
    .meta({ description: 'The photos of this character are used as references' }),
}

export const ImageBody = z
  .object({
    prompt: text(1, IMAGE_PROMPT_CHARACTERS)
      .meta({ example: 'the mug from the photo on a wooden table' })
      .describe('What the image shows'),
    size: z.enum(imageSizes).default('1:1').describe('The aspect ratio, width to height'),
    n: z
      .literal(imageCounts)
      .default(1)
      .meta({ description: 'Number of images; the price is multiplied by n' }),
    ...references,
    imageUrls: listOf(httpsUrl()).meta({ description: 'URLs of reference images, HTTPS only' }),
    maskUrl: httpsUrl()
      .optional()
      .meta({ description: 'URL of a mask image, HTTPS only; edits are limited to the masked area' }),
    ...ingredients,
  })
  .meta({ id: 'ImageBody' })

export type ImageBody = z.infer<typeof ImageBody>

const videoShape = {
  prompt: text(1, VIDEO_PROMPT_CHARACTERS)
    .meta({ example: 'the mug turns slowly in warm light' })
    .describe('What happens in the video'),
  orientation: z.enum(orientations).default('portrait').describe('The shape of the video'),
  resolution: z.enum(resolutions).default('SD').describe('HD costs twice as much as SD'),
}

export const VideoBody = z
  .object({
    ...videoShape,
    durationSeconds: z.literal(videoSeconds).default(10).describe('The length in seconds'),
    ...references,
    ...ingredients,
  })
  .meta({ id: 'VideoBody' })

export type VideoBody = z.infer<typeof VideoBody>

/** The fields of the multipart form, all text; its file is the only reference. */
export const VideoForm = z
  .object({
    ...videoShape,
    durationSeconds: z
      .string()
      .trim()
      .pipe(z.enum(['6', '10', '15']))
      .default('10')
      .transform((seconds) => Number(seconds) as (typeof videoSeconds)[number])
      .meta({ documentedAs: { type: 'string', enum: ['6', '10', '15'], default: '10' } })
      .describe('The length in seconds'),
    ...ingredients,
  })
  .meta({ id: 'VideoForm' })

export type VideoForm = z.infer<typeof VideoForm>

export const QuoteBody = z
  .object({ kind: z.enum(['image', 'video']).describe('What would be submitted') })
  .loose()
  .meta({ id: 'QuoteBody', description: '`kind` and the fields of the submit' })
