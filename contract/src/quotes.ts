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
  fileUrl: z.url().describe('Where the reference can be seen'),
  label: z.string().describe('The name of the photo, or of the file of a URL'),
  origin: z.enum(referenceOrigins).describe('Which field of the body brought it'),
  order: z.int().min(0).describe('Its place among the references, from 0'),
})

export const Quote = z
  .object({
    creditsCost: z.int().describe('What the job would cost, in credits'),
    balance: z.int().describe('The balance now'),
    balanceAfter: z.int().meta({ description: 'Negative when the balance is too low' }),
    affordable: z.boolean().describe('Whether the balance covers the price'),
    withinBudget: z.boolean().meta({ description: 'Whether the credit limits of this key allow it' }),
    references: z.array(QuotedReference).describe('The references that would be used, in order'),
    droppedReferences: z.array(Dropped).describe('Photos that would not fit into the limit of references'),
    ignoredFields: z.array(z.string()).describe('Fields of your body that do not exist here'),
    warnings: z.array(Warning).describe('What you may want to change first'),
  })
  .meta({ id: 'Quote' })

export type Quote = z.infer<typeof Quote>

export const QuoteAnswer = z.object({ quote: Quote.describe('What the job would cost and use'), message })
