import { z } from 'zod'
import { exampleId, idSchema } from './ids.ts'
import { POLL_AFTER_SECONDS } from './limits.ts'
import { orientations, resolutions } from './submit-bodies.ts'
import { message, time } from './text.ts'
import { Warning } from './warnings.ts'

export const mediaStatuses = ['queued', 'processing', 'completed', 'failed', 'stalled'] as const
export type MediaStatus = (typeof mediaStatuses)[number]

export const errorCodes = [
  'content_rejected',
  'provider_error',
  'reference_unusable',
  'storage_failed',
  'timeout',
  'cancelled',
] as const
export type ErrorCode = (typeof errorCodes)[number]

const nextActions = ['poll_again', 'use_videoUrl', 'retry'] as const

const Output = z.object({
  id: idSchema('media').describe('The id of this file; the first is the job itself'),
  videoUrl: z.url().describe('The permanent URL of the file'),
  thumbnailUrl: z.url().describe('Its thumbnail: JPEG, longest side 512 pixels'),
})

export const Input = z.object({
  photoReferenceId: idSchema('photo').describe('The stored copy of the reference'),
  fileUrl: z.url().meta({ description: 'The stored copy, or the URL that you sent' }),
  label: z.string().describe('The name of the photo, or of the file of a URL'),
  order: z.int().min(0).describe('Its place among the references, from 0'),
})

/** A photo that was not used because of the limit of references. */
export const Dropped = z.object({
  photoReferenceId: idSchema('photo').describe('The photo that was left out'),
  origin: z.enum(['product', 'character']).describe('Whether the product or the character brought it'),
})

export const Media = z
  .object({
    id: idSchema('media').describe('The id of the job, and of its file'),
    status: z.enum(mediaStatuses).describe('Where the job stands; the last three are final'),
    prompt: z.string().describe('The prompt as it was stored'),
    mediaType: z.enum(['IMAGE', 'VIDEO']).describe('Whether it is an image or a video'),
    creditsCost: z.int().meta({ description: 'The price charged at submit; unchanged by a refund' }),
    videoUrl: z
      .url()
      .nullable()
      .meta({ description: 'The permanent URL of the file, for images too; null until completed' }),
    thumbnailUrl: z.url().nullable().describe('JPEG, longest side 512 pixels; null until completed'),
    durationSeconds: z.int().describe('The length of the video; 0 for an image'),
    errorMessage: z.string().nullable().describe('What went wrong, in words; null unless failed'),
    refundedAt: time().nullable().describe('When credits were given back; null: never'),
    createdAt: time().describe('When the job was submitted'),
    completedAt: time().nullable().describe('When the file was stored; null unless completed'),
    resolution: z.enum(resolutions).describe('SD or HD; an image is always SD'),
    orientation: z.enum(orientations).describe('For an image it follows from its size'),
    inputs: z.array(Input).describe('The references that the provider was given'),
    waiting: z.boolean().describe('true: poll again; false: the status is final'),
    progress: z
      .int()
      .min(0)
      .max(100)
      .nullable()
      .describe('In percent, as the provider tells; null: it told nothing'),
    pollAfterSeconds: z.int().nullable().describe('Seconds to wait before the next poll; null when final'),
    nextAction: z.enum(nextActions).meta({
      description:
        '`poll_again` while waiting, `use_videoUrl` when completed, `retry` when failed or stalled',
    }),
    message,
    charged: z
      .enum(['charged', 'refunded', 'none'])
      .describe('`none`: a further file of a job; else what happened to the price'),
    creditsRefunded: z.int().describe('Credits that were given back so far'),
    errorCode: z.enum(errorCodes).nullable().describe('Why it failed; null unless failed'),
    clientRef: z.string().nullable().describe('Your name for the job; null: none was sent'),
    productId: idSchema('product').nullable().describe('The product that it is attached to; null: none'),
    characterId: idSchema('character')
      .nullable()
      .describe('The character whose photos were used; null: none'),
    cepId: idSchema('cep').nullable().describe('The CEP that it was made for; null: none'),
    angle: z.string().nullable().meta({ description: 'The angle of the CEP at the time of the submit' }),
    hook: z.string().nullable().describe('How the creative opens, in your words; null: not said'),
    promptFingerprint: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({
        description: 'SHA-256 of the prompt in lower case, with each run of white space as one space',
      }),
    model: z.string().describe('The model that made it'),
    parentId: idSchema('media')
      .nullable()
      .meta({ description: 'For a further file of a job with n above 1: the id of that job' }),
    droppedReferences: z.array(Dropped).describe('Photos that did not fit into the limit of references'),
    outputs: z.array(Output).describe('Every file of the job, this one first'),
    test: z.boolean().describe('true: made by the simulator for a test key'),
  })
  .meta({ id: 'Media' })

export type Media = z.infer<typeof Media>

/** An item of GET /api/gen/image: `imageUrl` in place of `videoUrl`. */
export const Image = Media.omit({ videoUrl: true })
  .extend({
    imageUrl: z.url().nullable().meta({ description: 'The permanent URL of the file' }),
    nextAction: z.enum(nextActions).meta({
      description: 'As in the poll; `use_videoUrl` means to use the file, which is in `imageUrl` here',
    }),
  })
  .meta({ id: 'Image' })

export type Image = z.infer<typeof Image>

export const SubmitAnswer = z
  .object({
    id: idSchema('media').describe('The id to poll'),
    status: z.enum(['processing', 'completed', 'failed', 'stalled']).meta({
      description: '`processing` for a new job; a replay returns the current status',
    }),
    creditsCost: z.int().describe('The price in credits, already charged'),
    balanceAfter: z.int().describe('The balance right after this charge'),
    waiting: z.boolean().describe('true: poll `pollUrl`'),
    pollUrl: z
      .string()
      .meta({ example: `/api/gen/media/${exampleId('media')}` })
      .describe('The path to poll'),
    pollAfterSeconds: z
      .int()
      .nullable()
      .meta({ example: POLL_AFTER_SECONDS })
      .describe('Seconds to wait before the first poll; null when final'),
    message,
    ignoredFields: z.array(z.string()).describe('Fields of your body that do not exist here'),
    droppedReferences: z.array(Dropped).describe('Photos that did not fit into the limit of references'),
    warnings: z.array(Warning).meta({ description: 'As in a quote. The job was accepted and charged.' }),
  })
  .meta({ id: 'SubmitAnswer' })

export type SubmitAnswer = z.infer<typeof SubmitAnswer>
