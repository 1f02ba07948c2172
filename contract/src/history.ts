import { z } from 'zod'
import { Breakdown } from './breakdowns.ts'
import { Funnel } from './funnel.ts'
import { idRef, idSchema } from './ids.ts'
import { LiftTest } from './lift-tests.ts'
import { PAGE_LIMIT_DEFAULT } from './limits.ts'
import { cursor, nextCursor, pageLimit } from './paging.ts'
import { Profit } from './profit.ts'
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
    subject: z
      .object({
        historyId: idSchema('history').nullable().describe('The history row of the ad; null: it has none'),
        platformAdId: z.string().nullable().describe('The ad on its platform; null: not known'),
        generatedMediaId: idSchema('media').nullable().describe('The media of the ad; null: not known'),
        productId: idSchema('product').nullable().describe('The product of the ad; null: not known'),
        campaignName: z.string().nullable().describe('The campaign of the ad; null: not known'),
        windowStart: day().describe('The first day that the claim is about'),
        windowEnd: day().describe('The last day that the claim is about'),
        source: z.string().describe('The name of the key that made the claim'),
      })
      .describe('What the claim is about'),
    metric: z.enum(metrics).describe('Which ratio was claimed'),
    claimed: z.number().describe('The value that was claimed'),
    claimedAt: time().describe('When it was claimed'),
    verdict: z.enum(verdicts).describe('What the rows say about the claim'),
    observed: number().meta({
      description: 'The estimate shrunk towards the baseline, which the verdict is based on',
    }),
    observedRaw: number().meta({ description: 'The ratio of the sums' }),
    observedLow: number().describe('The value is above this with a probability of 90%; null: not known'),
    observedHigh: number().describe('The value is below this with a probability of 90%; null: not known'),
    driftPct: number().describe(
      'By how many percent the observed value is above the claim; null: nothing to compare, or inconclusive',
    ),
    driftScore: z
      .int()
      .min(-100)
      .max(100)
      .nullable()
      .describe('From -100 (overstated) to 100 (understated); null: nothing to compare, or inconclusive'),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('How sure the difference is, from 0 to 1; null: nothing to compare'),
  })
  .meta({ id: 'DriftItem' })

export type DriftItem = z.infer<typeof DriftItem>

const Claimed = z.object({
  metric: z.enum(metrics).describe('Which ratio was claimed'),
  value: z.number().describe('The value that was claimed'),
  note: z.string().nullable().describe('What was written with it; null: nothing'),
  claimedAt: time().describe('When it was claimed'),
  source: z.string().describe('The name of the key that made the claim'),
})

const Observed = z.object({
  metric: z.enum(metrics).describe('The ratio that the objective is judged by'),
  value: z.number().describe('The estimate'),
  low: number().describe('The value is above this with a probability of 90%; null: no baseline'),
  high: number().describe('The value is below this with a probability of 90%; null: no baseline'),
  baseline: number().describe('What is usual for comparable ads; null: too little data'),
  lift: number().describe(
    'How many times better than the baseline; a lower CPA is better; null: no baseline',
  ),
  lastDay: day().describe('The last day with a row'),
})

export const HistoryRow = z
  .object({
    id: idSchema('history').describe('The id of this row: one ad in one comparison group'),
    campaignName: z.string().nullable().describe('The name of its campaign; null: not reported'),
    platformCampaignId: z.string().nullable().describe('The campaign on its platform; null: not reported'),
    platformAdId: z.string().nullable().describe('The ad on its platform; null: not reported'),
    generatedMediaId: idSchema('media').nullable().describe('The media of the ad; null: not known'),
    productId: idSchema('product').nullable().describe('The product of the ad; null: not known'),
    productName: z.string().nullable().describe('Its name when it was reported; null: not known'),
    cepId: idSchema('cep').nullable().describe('The CEP of the ad; null: not known'),
    cepText: z.string().nullable().describe('Its text when it was reported; null: not known'),
    angle: z.string().nullable().describe('The angle of the ad; null: not known'),
    hook: z.string().nullable().describe('How the ad opens; null: not known'),
    characterId: idSchema('character')
      .nullable()
      .describe('The character of the ad; null: none or not known'),
    characterName: z.string().nullable().describe('Its name when it was reported; null: none or not known'),
    noCharacter: z.boolean().nullable().describe('Whether the ad shows no character; null: not known'),
    mediaType: z.enum(['IMAGE', 'VIDEO']).nullable().describe('Image or video; null: not known'),
    orientation: z.enum(orientations).nullable().describe('The orientation of the ad; null: not known'),
    tier: z.enum(tiers).describe('How the ad does against its baseline'),
    tierReason: z
      .string()
      .optional()
      .describe('Why a result that would win is only promising: it misses the target of the owner'),
    evidence: z.enum(evidences).describe('What stands behind the row'),
    observed: Observed.nullable().meta({ description: 'The estimate from all rows; newer rows weigh more' }),
    claimed: Claimed.nullable().meta({ description: 'The latest claim' }),
    drift: DriftItem.nullable().describe('How the latest claim compares with the rows; null without a claim'),
    objective: z
      .string()
      .nullable()
      .describe('The objective of the campaign, in lower case; null: only claimed'),
    conversionType: z.string().nullable().describe('What counts as a conversion; null: only claimed'),
    attribution: z.string().nullable().describe('The attribution window; null: only claimed'),
    currency: z.string().nullable().describe('The currency of the amounts; null: only claimed'),
    windowStart: day().nullable().meta({ description: 'The first day with a row in the requested period' }),
    windowEnd: day().nullable().describe('The last day with a row in the requested period; null: none'),
    spend: number().describe('The sum over the period; null: no rows'),
    impressions: number().describe('The sum over the period; null: no rows'),
    clicks: number().describe('The sum over the period; null: no rows'),
    conversions: number().describe('The sum over the period; null: no rows'),
    revenue: number().describe('The sum over the period; null: no rows'),
    ctr: number().describe('Clicks by impressions; null without impressions'),
    cpa: number().describe('Spend by conversions; null without conversions'),
    roas: number().describe('Revenue by spend; null without spend'),
    profit: Profit.optional().describe(
      'What is left after goods and spend; only where margins were reported',
    ),
    frequency: z
      .object({
        value: z.number().describe('Impressions of seven days by the people reached in them'),
        lastDay: day().describe('The last of these seven days'),
      })
      .optional()
      .describe(
        'How often one person saw the ad, at the newest day with `reach7d`; only where it was reported',
      ),
    funnel: Funnel.optional().describe(
      'How a video held attention and how far people came, over the period; only where it was reported',
    ),
    breakdowns: z
      .array(Breakdown)
      .optional()
      .describe('The period by placement, country, age and device: 25 of each; only where it was reported'),
    liftTest: LiftTest.optional().describe(
      'The newest lift test of the ad, whenever it was; it is in no total',
    ),
    source: z.string().meta({ description: 'The name of the key that reported it, or owner_import' }),
    reportedAt: time().describe('When it was last reported'),
    supersededBy: idSchema('history')
      .nullable()
      .describe('The history row that replaces this one; null: none'),
  })
  .meta({ id: 'HistoryRow' })

export type HistoryRow = z.infer<typeof HistoryRow>

const ofProduct = { productId: idRef('product').optional().describe('Only this product') }
const page = { limit: pageLimit(PAGE_LIMIT_DEFAULT), cursor }

export const HistoryQuery = z.object({
  ...ofProduct,
  since: day().optional().meta({ description: 'Defaults to 180 days ago' }),
  until: day().optional().describe('The last day; by default there is none'),
  status: z.enum(evidences).optional().describe('Only rows with this evidence'),
  verdict: z.enum(verdicts).optional().describe('Only rows whose latest claim has this verdict'),
  ...page,
})

export type HistoryQuery = z.infer<typeof HistoryQuery>

export const HistoryPage = z.object({
  history: z.array(HistoryRow).describe('One page, last reported first'),
  nextCursor,
  ...conclusionAge,
  ...emptiness,
})

export const DriftQuery = z.object({
  ...ofProduct,
  verdict: z.enum(verdicts).optional().describe('Only claims with this verdict'),
  ...page,
})

export type DriftQuery = z.infer<typeof DriftQuery>

const Reporter = z.object({
  source: z.string().describe('The name of the key, or owner_import'),
  comparable: z.int().describe('How many of its claims could be compared with rows'),
  confirmed: z.int().describe('How many of those were confirmed'),
  trust: z.number().min(0).max(1).describe('(confirmed + 2) / (comparable + 4): 0.5 for a new one'),
  biasPct: number().meta({
    description:
      'By how many percent the observed value is usually above the claim; negative: it overstates; null: ' +
      'nothing to compare',
  }),
  bias: number().meta({ description: 'The same as the median of ln(observed/claimed)' }),
})

export type Reporter = z.infer<typeof Reporter>

export const DriftPage = z.object({
  drift: z.array(DriftItem).describe('One page of claims, newest first'),
  reporters: z.array(Reporter).describe('Everybody who made claims, over all products'),
  nextCursor,
  ...conclusionAge,
})
