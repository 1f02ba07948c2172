import { z } from 'zod'
import { idSchema } from './ids.ts'
import { sentKeywords, storedKeywords } from './keywords.ts'
import { NOTE_CHARACTERS } from './limits.ts'
import { nextCursor } from './paging.ts'
import { message, text, time } from './text.ts'

export const reviews = ['pending', 'accepted', 'rejected'] as const
export type Review = (typeof reviews)[number]

export const Note = z
  .object({
    id: idSchema('note').describe('The id of the note'),
    text: z.string().describe('What it says'),
    keywords: storedKeywords,
    evidence: z.enum(['claimed', 'owner_note']).describe('`owner_note` once the owner wrote or accepted it'),
    review: z.enum(reviews).describe('What the owner decided about it'),
    pinned: z.boolean().describe('Whether the owner keeps it on top'),
    source: z.string().meta({ description: 'The name of the key that wrote it, or owner' }),
    createdAt: time().describe('When it was written'),
  })
  .meta({ id: 'Note' })

export type Note = z.infer<typeof Note>

export const NoteList = z.object({ notes: z.array(Note).describe('One page, newest first'), nextCursor })

export const NoteBody = z
  .object({
    text: text(1, NOTE_CHARACTERS)
      .meta({ example: 'Close-ups of hands work in winter' })
      .describe('What to remember'),
    keywords: sentKeywords('it'),
  })
  .meta({ id: 'NoteBody' })

export type NoteBody = z.infer<typeof NoteBody>

export const NoteAnswer = z.object({ note: Note.describe('The note after the change'), message })

export const reviewActions = ['accept', 'reject', 'undo', 'pin', 'unpin'] as const
export type ReviewAction = (typeof reviewActions)[number]

export const ReviewBody = z
  .object({ action: z.enum(reviewActions).describe('What to do; `undo` takes back accept and reject') })
  .meta({ id: 'ReviewBody' })

export type ReviewBody = z.infer<typeof ReviewBody>

export const ImportAnswer = z.object({
  imported: z.int().describe('Lines that were stored'),
  skipped: z.int().meta({ description: 'Lines that were already known' }),
  message,
})

export type ImportAnswer = z.infer<typeof ImportAnswer>

const threshold = (max: number) => z.number().min(0).max(max)

const target = () => z.number().min(1e-6).max(1e9)

/** The sample from which a result counts, set by the owner. Amounts are in the currency of the ads. */
export const Thresholds = z
  .object({
    spend: threshold(1e9).meta({ description: 'Minimum spend, in the currency of the ads' }),
    spendInCpa: threshold(1_000).meta({ description: 'Minimum spend as a multiple of the baseline CPA' }),
    impressions: threshold(1e9).describe('Minimum impressions'),
    conversions: threshold(1e6).describe('Minimum conversions'),
    clicks: threshold(1e6).meta({ description: 'Used instead of conversions when the metric is ctr' }),
    days: threshold(180).describe('Minimum days with rows'),
    lastRowDays: threshold(180).meta({ description: 'Maximum age of the last row, in days' }),
    targetCpa: target()
      .optional()
      .meta({ description: 'The CPA that a winner must reach, where the CPA decides; missing: none' }),
    targetRoas: target()
      .optional()
      .meta({ description: 'The ROAS that a winner must reach, where the ROAS decides; missing: none' }),
  })
  .meta({ id: 'Thresholds' })

export type Thresholds = z.infer<typeof Thresholds>

export const thresholdsByDefault: Thresholds = {
  spend: 250,
  spendInCpa: 5,
  impressions: 2_000,
  conversions: 10,
  clicks: 10,
  days: 3,
  lastRowDays: 45,
}

export const ThresholdsBody = Thresholds.partial()
  .extend({
    targetCpa: target().nullable().optional().describe('The CPA that a winner must reach; null: none'),
    targetRoas: target().nullable().optional().describe('The ROAS that a winner must reach; null: none'),
  })
  .meta({ id: 'ThresholdsBody' })

export type ThresholdsBody = z.infer<typeof ThresholdsBody>

export const ThresholdsAnswer = z.object({
  thresholds: Thresholds.describe('The minimums that count now'),
  message,
})
