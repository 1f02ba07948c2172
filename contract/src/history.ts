import { z } from 'zod'
import { idRef, idSchema } from './ids.ts'
import { PAGE_LIMIT_DEFAULT } from './limits.ts'
import { cursor, nextCursor, pageLimit } from './paging.ts'
import { day, evidences, metrics } from './reports.ts'
import { orientations } from './submit-bodies.ts'
import { time } from './text.ts'

/** Worst to best; the filter `minTier` uses this order. */
export const tiers = ['loser', 'unproven', 'promising', 'fatigued', 'winner'] as const
export type Tier = (typeof tiers)[number]

export const verdicts = [
  'unverified',
  'not_comparable',
  'stale',
  'inconclusive',
  'overstated',
  'understated',
  'confirmed',
] as const
export type Verdict = (typeof verdicts)[number]

/** In every answer that rests on conclusions. */
export const conclusionAge = {
  concludedAt: time()
    .nullable()
    .optional()
    .meta({
      description:
        'Only while reports or an import are being stored: when these conclusions were computed; null ' +
        'before the first. What was reported later is not in them',
    }),
}

/** In every list of knowledge. */
export const emptiness = {
  message: z
    .string()
    .optional()
    .meta({ description: 'Only in a list without rows, when nothing was reported yet: how to change that' }),
}

const number = () => z.number().nullable()

export const DriftItem = z
  .object({
    subject: z.object({
      historyId: idSchema('history').nullable(),
      platformAdId: z.string().nullable(),
      generatedMediaId: idSchema('media').nullable(),
      productId: idSchema('product').nullable(),
      campaignName: z.string().nullable(),
      windowStart: day(),
      windowEnd: day(),
      source: z.string(),
    }),
    metric: z.enum(metrics),
    claimed: z.number(),
    claimedAt: time(),
    verdict: z.enum(verdicts),
    observed: number().meta({
      description: 'The estimate shrunk towards the baseline, which the verdict is based on',
    }),
    observedRaw: number().meta({ description: 'The ratio of the sums' }),
    observedLow: number(),
    observedHigh: number(),
    driftPct: number().meta({
      description: 'By how many percent the observed value is above the claim; null when inconclusive',
    }),
    driftScore: z.int().min(-100).max(100).nullable().meta({ description: 'Null when inconclusive' }),
    confidence: z.number().min(0).max(1).nullable(),
  })
  .meta({ id: 'DriftItem' })

export type DriftItem = z.infer<typeof DriftItem>

const Claimed = z.object({
  metric: z.enum(metrics),
  value: z.number(),
  note: z.string().nullable(),
  claimedAt: time(),
  source: z.string(),
})

const Observed = z.object({
  metric: z.enum(metrics),
  value: z.number(),
  low: number(),
  high: number(),
  baseline: number().meta({ description: 'What is usual for comparable ads' }),
  lift: number().meta({ description: 'How many times better than the baseline; a lower CPA is better' }),
  lastDay: day(),
})

export const HistoryRow = z
  .object({
    id: idSchema('history'),
    campaignName: z.string().nullable(),
    platformCampaignId: z.string().nullable(),
    platformAdId: z.string().nullable(),
    generatedMediaId: idSchema('media').nullable(),
    productId: idSchema('product').nullable(),
    productName: z.string().nullable(),
    cepId: idSchema('cep').nullable(),
    cepText: z.string().nullable(),
    angle: z.string().nullable(),
    hook: z.string().nullable(),
    characterId: idSchema('character').nullable(),
    characterName: z.string().nullable(),
    noCharacter: z.boolean().nullable().meta({ description: 'null while the creative is unknown' }),
    mediaType: z.enum(['IMAGE', 'VIDEO']).nullable(),
    orientation: z.enum(orientations).nullable(),
    tier: z.enum(tiers),
    evidence: z.enum(evidences),
    observed: Observed.nullable().meta({ description: 'The estimate from all rows; newer rows weigh more' }),
    claimed: Claimed.nullable().meta({ description: 'The latest claim' }),
    drift: DriftItem.nullable(),
    objective: z.string().nullable(),
    conversionType: z.string().nullable(),
    attribution: z.string().nullable(),
    currency: z.string().nullable(),
    windowStart: day().nullable().meta({ description: 'The first day with a row in the requested period' }),
    windowEnd: day().nullable(),
    spend: number(),
    impressions: number(),
    clicks: number(),
    conversions: number(),
    revenue: number(),
    ctr: number(),
    cpa: number(),
    roas: number(),
    source: z.string().meta({ description: 'The name of the key that reported it, or owner_import' }),
    reportedAt: time(),
    supersededBy: idSchema('history').nullable(),
  })
  .meta({ id: 'HistoryRow' })

export type HistoryRow = z.infer<typeof HistoryRow>

const ofProduct = { productId: idRef('product').optional() }
const page = { limit: pageLimit(PAGE_LIMIT_DEFAULT), cursor }

export const HistoryQuery = z.object({
  ...ofProduct,
  since: day().optional().meta({ description: 'Defaults to 180 days ago' }),
  until: day().optional(),
  status: z.enum(evidences).optional(),
  verdict: z.enum(verdicts).optional(),
  ...page,
})

export type HistoryQuery = z.infer<typeof HistoryQuery>

export const HistoryPage = z.object({
  history: z.array(HistoryRow),
  nextCursor,
  ...conclusionAge,
  ...emptiness,
})

export const DriftQuery = z.object({ ...ofProduct, verdict: z.enum(verdicts).optional(), ...page })

export type DriftQuery = z.infer<typeof DriftQuery>

const Reporter = z.object({
  source: z.string(),
  comparable: z.int(),
  confirmed: z.int(),
  trust: z.number().min(0).max(1),
  biasPct: number().meta({
    description: 'By how many percent the observed value is usually above the claim; negative: it overstates',
  }),
  bias: number().meta({ description: 'The same as the median of ln(observed/claimed)' }),
})

export type Reporter = z.infer<typeof Reporter>

export const DriftPage = z.object({
  drift: z.array(DriftItem),
  reporters: z.array(Reporter),
  nextCursor,
  ...conclusionAge,
})
