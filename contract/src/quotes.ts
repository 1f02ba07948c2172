import { z } from 'zod'
import { idSchema } from './ids.ts'
import { Dropped } from './media.ts'
import { message } from './text.ts'
import { Warning } from './warnings.ts'

export const referenceOrigins = [
  'image_url',
  'photo',
  'product_photo',
  'product',
  'character',
  'upload',
] as const
export type ReferenceOrigin = (typeof referenceOrigins)[number]

const QuotedReference = z.object({
  photoReferenceId: idSchema('photo').nullable().meta({ description: 'null for a URL from imageUrls' }),
  fileUrl: z.url(),
  label: z.string(),
  origin: z.enum(referenceOrigins),
  order: z.int().min(0),
})

export const Quote = z
  .object({
    creditsCost: z.int(),
    balance: z.int(),
    balanceAfter: z.int().meta({ description: 'Negative when the balance is too low' }),
    affordable: z.boolean(),
    withinBudget: z.boolean().meta({ description: 'Whether the credit limits of this key allow it' }),
    references: z.array(QuotedReference),
    droppedReferences: z.array(Dropped),
    ignoredFields: z.array(z.string()),
    warnings: z.array(Warning),
  })
  .meta({ id: 'Quote' })

export type Quote = z.infer<typeof Quote>

export const QuoteAnswer = z.object({ quote: Quote, message })
