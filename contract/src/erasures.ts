import { z } from 'zod'
import { idRef } from './ids.ts'
import { message, time } from './text.ts'

export const erasureKinds = ['photo', 'upload', 'character', 'product', 'media', 'account'] as const
export type ErasureKind = (typeof erasureKinds)[number]

export const Erasure = z
  .object({
    id: z.string().meta({ example: 'ers_4cVbN0aRkQ2sX8mLtZ1yPw' }).describe('The id of the erasure'),
    kind: z.enum(erasureKinds).describe('What kind of thing was erased'),
    subjectId: z.string().meta({ description: 'What was erased' }),
    requestedAt: time().meta({ description: 'From this moment on it cannot be read' }),
    doneAt: time().nullable().meta({ description: 'When its files were deleted; null until then' }),
  })
  .meta({ id: 'Erasure' })

export type Erasure = z.infer<typeof Erasure>

export const ErasureBody = z
  .object({
    subjectId: idRef('media', 'asset', 'photo', 'character', 'product', 'user').meta({
      description:
        'The id of a finished media, an upload, a photo, a character or a product of yours, or your own ' +
        'user id for the whole account',
    }),
  })
  .meta({ id: 'ErasureBody' })

export const ErasureAnswer = z.object({ erasure: Erasure.describe('The erasure'), message })
export const ErasureList = z.object({ erasures: z.array(Erasure).describe('The newest 100, newest first') })
