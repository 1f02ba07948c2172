import { z } from 'zod'
import { idSchema } from './ids.ts'
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
  generatedMediaId: idSchema('media').optional(),
}
const isNamed = (record: { platformAdId?: string | undefined; generatedMediaId?: string | undefined }) =>
  record.platformAdId !== undefined || record.generatedMediaId !== undefined
const unnamedAd = { error: 'is required unless generatedMediaId is there', path: ['platformAdId'] }

const source = {
  sourceId: text(1, PLATFORM_ID_CHARACTERS),
  source: text(1, NAME_CHARACTERS),
}

export const AdRecord = z
  .object({
    ...subject,
    productId: idSchema('product').optional(),
    productName: text(1, NAME_CHARACTERS).optional(),
    platformCampaignId: ReportRow.shape.platformCampaignId,
    campaignName: ReportRow.shape.campaignName,
    cepId: idSchema('cep').optional(),
    cepText: text(1, CEP_CHARACTERS).optional(),
    angle: text(0, CEP_LABEL_CHARACTERS).optional(),
    characterId: idSchema('character').optional(),
    characterName: text(1, NAME_CHARACTERS).optional(),
    noCharacter: z.boolean().optional(),
    mediaType: z.enum(['IMAGE', 'VIDEO']).optional(),
    orientation: z.enum(orientations).optional(),
    hook: text(0, HOOK_CHARACTERS).optional(),
    prompt: text(1, VIDEO_PROMPT_CHARACTERS).optional(),
  })
  .refine(isNamed, unnamedAd)

export type AdRecord = z.infer<typeof AdRecord>

/** One row of one report. `superseded` is informative: an import derives it from the other rows. */
export const ObservationRecord = z
  .object({
    ...subject,
    reportId: idSchema('report'),
    row: z
      .int()
      .min(0)
      .max(ROWS_PER_REPORT - 1),
    ...ReportRow.shape,
    ...source,
    receivedAt: instant(),
    superseded: z.boolean().optional(),
  })
  .refine(isNamed, unnamedAd)
  .refine((row) => row.clicks <= row.impressions, {
    error: 'must not be more than impressions',
    path: ['clicks'],
  })

export type ObservationRecord = z.infer<typeof ObservationRecord>

export const ClaimRecord = z
  .object({
    ...subject,
    reportId: idSchema('report'),
    metric: ReportBody.shape.metric.unwrap(),
    value: ReportBody.shape.value.unwrap(),
    windowStart: ReportBody.shape.windowStart.unwrap(),
    windowEnd: ReportBody.shape.windowEnd.unwrap(),
    conversions: ReportBody.shape.conversions,
    conversionType: ReportBody.shape.conversionType,
    attribution: ReportBody.shape.attribution,
    note: ReportBody.shape.note,
    ...source,
    claimedAt: instant(),
    superseded: z.boolean().optional(),
  })
  .refine(isNamed, unnamedAd)
  .refine((claim) => claim.windowStart <= claim.windowEnd, {
    error: 'must not be before windowStart',
    path: ['windowEnd'],
  })

export type ClaimRecord = z.infer<typeof ClaimRecord>

export const NoteRecord = z.object({
  id: idSchema('note'),
  text: text(1, NOTE_CHARACTERS),
  ...source,
  reportId: idSchema('report').nullable(),
  review: z.enum(reviews),
  pinned: z.boolean(),
  createdAt: instant(),
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
