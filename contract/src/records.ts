import { z } from 'zod'
import { possibleBreakdowns } from './breakdowns.ts'
import { possibleCounts } from './funnel.ts'
import { idSchema } from './ids.ts'
import { sentKeywords } from './keywords.ts'
import { possibleLiftTest } from './lift-tests.ts'
import {
  CEP_CHARACTERS,
  CEP_LABEL_CHARACTERS,
  HOOK_CHARACTERS,
  NAME_CHARACTERS,
  NOTE_CHARACTERS,
  PLATFORM_ID_CHARACTERS,
  ROWS_PER_REPORT,
  VIDEO_PROMPT_CHARACTERS,
} from './limits.ts'
import { reviews, ThresholdsBody } from './memory.ts'
import { ReportBody, ReportRow } from './reports.ts'
import { orientations } from './submit-bodies.ts'
import { text } from './text.ts'

/**
 * The lines of an export, which another memory can import. Fields that may be unknown are optional. Ids are
 * not looked up on import, so each record also carries the text that its ids stood for.
 */

const instant = () => ReportRow.shape.fetchedAt

/** The ad, by its id on the platform, or by its media while it has none. */
const subject = {
  platformAdId: ReportRow.shape.platformAdId,
  generatedMediaId: idSchema('media').optional().describe('The media that the ad shows'),
}
const isNamed = (record: { platformAdId?: string | undefined; generatedMediaId?: string | undefined }) =>
  record.platformAdId !== undefined || record.generatedMediaId !== undefined
const unnamedAd = { error: 'is required unless generatedMediaId is there', path: ['platformAdId'] }

const source = {
  sourceId: text(1, PLATFORM_ID_CHARACTERS).describe('The id of the key that reported it, or owner_import'),
  source: text(1, NAME_CHARACTERS).describe('The name of the key that reported it'),
}

export const AdRecord = z
  .object({
    ...subject,
    productId: idSchema('product').optional().describe('The product of the ad'),
    productName: text(1, NAME_CHARACTERS).optional().describe('Its name at the time'),
    platformCampaignId: ReportRow.shape.platformCampaignId,
    campaignName: ReportRow.shape.campaignName,
    cepId: idSchema('cep').optional().describe('The CEP of the ad'),
    cepText: text(1, CEP_CHARACTERS).optional().describe('Its text at the time'),
    angle: text(0, CEP_LABEL_CHARACTERS).optional().describe('The angle of the CEP at the time'),
    characterId: idSchema('character').optional().describe('The character of the ad'),
    characterName: text(1, NAME_CHARACTERS).optional().describe('Its name at the time'),
    noCharacter: z.boolean().optional().describe('Whether it shows no character'),
    mediaType: z.enum(['IMAGE', 'VIDEO']).optional().describe('Whether it is an image or a video'),
    orientation: z.enum(orientations).optional().describe('Its orientation'),
    hook: text(0, HOOK_CHARACTERS).optional().describe('How it opens'),
    prompt: text(1, VIDEO_PROMPT_CHARACTERS).optional().describe('The prompt that made it'),
  })
  .refine(isNamed, unnamedAd)

export type AdRecord = z.infer<typeof AdRecord>

/** One row of one report. `superseded` is informative: an import derives it from the other rows. */
export const ObservationRecord = z
  .object({
    ...subject,
    reportId: idSchema('report').describe('The report that brought the row'),
    row: z
      .int()
      .min(0)
      .max(ROWS_PER_REPORT - 1)
      .describe('The place of the row in the report, from 0'),
    ...ReportRow.shape,
    ...source,
    receivedAt: instant().describe('When it was reported'),
    superseded: z.boolean().optional().describe('Whether a later reading of the day counts'),
  })
  .refine(isNamed, unnamedAd)
  .refine((row) => row.clicks <= row.impressions, {
    error: 'must not be more than impressions',
    path: ['clicks'],
  })
  .check(possibleCounts(), possibleBreakdowns(), possibleLiftTest())

export type ObservationRecord = z.infer<typeof ObservationRecord>

export const ClaimRecord = z
  .object({
    ...subject,
    reportId: idSchema('report').describe('The report that brought the claim'),
    metric: ReportBody.shape.metric.unwrap().describe('Which ratio it is about'),
    value: ReportBody.shape.value.unwrap().describe('The ratio, as it was stated'),
    windowStart: ReportBody.shape.windowStart.unwrap().describe('The first day that it is about'),
    windowEnd: ReportBody.shape.windowEnd.unwrap().describe('The last day that it is about'),
    conversions: ReportBody.shape.conversions,
    conversionType: ReportBody.shape.conversionType,
    attribution: ReportBody.shape.attribution,
    note: ReportBody.shape.note,
    ...source,
    claimedAt: instant().describe('When it was claimed'),
    superseded: z.boolean().optional().describe('Whether a later claim of this reporter counts'),
  })
  .refine(isNamed, unnamedAd)
  .refine((claim) => claim.windowStart <= claim.windowEnd, {
    error: 'must not be before windowStart',
    path: ['windowEnd'],
  })

export type ClaimRecord = z.infer<typeof ClaimRecord>

export const NoteRecord = z.object({
  id: idSchema('note').describe('The id of the note'),
  text: text(1, NOTE_CHARACTERS).describe('What it says'),
  keywords: sentKeywords('it'),
  ...source,
  reportId: idSchema('report')
    .nullable()
    .describe('The report that it came with; null: it was written alone'),
  review: z.enum(reviews).describe('What the owner decided about it'),
  pinned: z.boolean().describe('Whether the owner keeps it on top'),
  createdAt: instant().describe('When it was written'),
})

export type NoteRecord = z.infer<typeof NoteRecord>

export const MemoryRecord = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('thresholds'), record: ThresholdsBody }),
  z.object({ kind: z.literal('ad'), record: AdRecord }),
  z.object({ kind: z.literal('observation'), record: ObservationRecord }),
  z.object({ kind: z.literal('claim'), record: ClaimRecord }),
  z.object({ kind: z.literal('note'), record: NoteRecord }),
])

export type MemoryRecord = z.infer<typeof MemoryRecord>
