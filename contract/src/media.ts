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

const Output = z.object({ id: idSchema('media'), videoUrl: z.url(), thumbnailUrl: z.url() })

export const Input = z.object({
  photoReferenceId: idSchema('photo'),
  fileUrl: z.url().meta({ description: 'The stored copy, or the URL that you sent' }),
  label: z.string(),
  order: z.int().min(0),
})

/** A photo that was not used because of the limit of references. */
export const Dropped = z.object({
  photoReferenceId: idSchema('photo'),
  origin: z.enum(['product', 'character']),
})

export const Media = z
  .object({
    id: idSchema('media'),
    status: z.enum(mediaStatuses),
    prompt: z.string(),
    mediaType: z.enum(['IMAGE', 'VIDEO']),
    creditsCost: z.int().meta({ description: 'The price charged at submit; unchanged by a refund' }),
    videoUrl: z
      .url()
      .nullable()
      .meta({ description: 'The permanent URL of the file, for images too; null until completed' }),
    thumbnailUrl: z.url().nullable(),
    durationSeconds: z.int(),
    errorMessage: z.string().nullable(),
    refundedAt: time().nullable(),
    createdAt: time(),
    completedAt: time().nullable(),
    resolution: z.enum(resolutions),
    orientation: z.enum(orientations),
    inputs: z.array(Input),
    waiting: z.boolean(),
    progress: z.int().min(0).max(100).nullable(),
    pollAfterSeconds: z.int().nullable(),
    nextAction: z.enum(nextActions).meta({
      description:
        '`poll_again` while waiting, `use_videoUrl` when completed, `retry` when failed or stalled',
    }),
    message,
    charged: z.enum(['charged', 'refunded', 'none']),
    creditsRefunded: z.int(),
    errorCode: z.enum(errorCodes).nullable(),
    clientRef: z.string().nullable(),
    productId: idSchema('product').nullable(),
    characterId: idSchema('character').nullable(),
    cepId: idSchema('cep').nullable(),
    angle: z.string().nullable().meta({ description: 'The angle of the CEP at the time of the submit' }),
    hook: z.string().nullable(),
    promptFingerprint: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({
        description: 'SHA-256 of the prompt in lower case, with each run of white space as one space',
      }),
    model: z.string(),
    parentId: idSchema('media')
      .nullable()
      .meta({ description: 'For a further file of a job with n above 1: the id of that job' }),
    droppedReferences: z.array(Dropped),
    outputs: z.array(Output),
    test: z.boolean(),
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
    id: idSchema('media'),
    status: z.enum(['processing', 'completed', 'failed', 'stalled']).meta({
      description: '`processing` for a new job; a replay returns the current status',
    }),
    creditsCost: z.int(),
    balanceAfter: z.int(),
    waiting: z.boolean(),
    pollUrl: z.string().meta({ example: `/api/gen/media/${exampleId('media')}` }),
    pollAfterSeconds: z.int().nullable().meta({ example: POLL_AFTER_SECONDS }),
    message,
    ignoredFields: z.array(z.string()),
    droppedReferences: z.array(Dropped),
    warnings: z.array(Warning).meta({ description: 'As in a quote. The job was accepted and charged.' }),
  })
  .meta({ id: 'SubmitAnswer' })

export type SubmitAnswer = z.infer<typeof SubmitAnswer>
