import { z } from 'zod'
import { PatternFunnel } from './funnel.ts'
import { conclusionAge, emptiness, tiers } from './history.ts'
import { idRef, idSchema } from './ids.ts'
import { PatternLift } from './lift-tests.ts'
import { PAGE_LIMIT_DEFAULT } from './limits.ts'
import { cursor, nextCursor, pageLimit } from './paging.ts'
import { Profit } from './profit.ts'
import { day, evidences, metrics } from './reports.ts'
import { orientations } from './submit-bodies.ts'

export const freshnesses = ['fresh', 'ageing', 'stale'] as const
export type Freshness = (typeof freshnesses)[number]

const number = () => z.number().nullable()

/** The ingredients of a creative that a pattern can share. */
export const Ingredients = z.object({
  cepId: idSchema('cep').nullable().describe('The CEP that the ads share; null: not part of the pattern'),
  angle: z.string().nullable().describe('The angle that they share; null: not part of the pattern'),
  characterId: idSchema('character')
    .nullable()
    .describe('The character that they share; null: not part of the pattern'),
  noCharacter: z
    .literal(true)
    .nullable()
    .describe('true: they have in common that they show no character; null: not part of the pattern'),
  mediaType: z
    .enum(['IMAGE', 'VIDEO'])
    .nullable()
    .describe('The media type that they share; null: not part of the pattern'),
  orientation: z
    .enum(orientations)
    .nullable()
    .describe('The orientation that they share; null: not part of the pattern'),
  hook: z.string().nullable().describe('The hook that they share; null: not part of the pattern'),
})

export type Ingredients = z.infer<typeof Ingredients>

/** A comparison group of ads and its average results. */
export const Baseline = z
  .object({
    objective: z.string().describe('The objective of its ads'),
    currency: z.string().describe('The currency of its amounts'),
    conversionType: z.string().describe('What counts as a conversion'),
    attribution: z.string().describe('The attribution window'),
    scope: z
      .enum(['product', 'owner'])
      .meta({ description: 'Whether the ads of the product or of the whole owner form the baseline' }),
    ctr: number().describe('Clicks by impressions; null: too few clicks'),
    cpa: number().describe('Spend by conversions; null: too few conversions'),
    aov: number().describe('Revenue by conversion; null: too few conversions or no revenue'),
    roas: number().describe('Revenue by spend; null: too few conversions or no revenue'),
    spend: z.number().describe('The sum of its ads'),
    impressions: z.number().describe('The sum of its ads'),
    clicks: z.number().describe('The sum of its ads'),
    conversions: z.number().describe('The sum of its ads'),
    days: z.int().meta({ description: 'Length of the period, in days' }),
  })
  .meta({ id: 'Baseline' })

export type Baseline = z.infer<typeof Baseline>

export const Pattern = z
  .object({
    id: idSchema('pattern').describe('The id of the pattern; it stays the same while results change'),
    title: z.string().describe('What the ads share, in a few words'),
    why: z.string().describe('Tier, sample, age, what the comparisons say and the target, in a sentence'),
    tier: z.enum(tiers).describe('How the pattern does against its baseline'),
    productId: idSchema('product')
      .nullable()
      .describe('The product; null: the pattern is about ads of no product'),
    productName: z.string().nullable().describe('Its name when it was reported; null: not known'),
    ingredients: Ingredients.describe('What the ads share'),
    cepText: z.string().nullable().describe('Of the CEP among the ingredients; null: none'),
    characterName: z.string().nullable().describe('Of the character among the ingredients; null: none'),
    metric: z.enum(metrics).describe('The ratio that the objective is judged by'),
    estimate: number().describe(
      'The value of the metric for ads of this pattern; null: no result, such as a CPA without conversions',
    ),
    lowerBound: number().meta({
      description: 'The true value is better than this with a probability of 90%',
    }),
    baseline: number().describe('The usual value of the metric; null: too little data'),
    lift: number().describe(
      'How many times better than the baseline; a lower CPA is better; null without one',
    ),
    probabilityBetter: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('The probability of being better than the baseline; null without one'),
    comparisons: z
      .int()
      .nullable()
      .describe('How many patterns of the product were compared with its other ads; null: not this one'),
    chance: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe(
        'The chance that even one of these comparisons would look this good without any effect; a winner ' +
          'has at most 0.022; null: it was not compared',
      ),
    score: z
      .int()
      .min(0)
      .max(100)
      .nullable()
      .describe('How good it is even when it is unlucky: 50 is usual; null without a baseline'),
    profit: Profit.optional().describe('Of its ads over 180 days; only where margins were reported'),
    liftTest: PatternLift.optional().describe(
      'The newest lift tests of its ads together; only where there are any',
    ),
    funnel: PatternFunnel.optional().describe(
      'How far people came, over 180 days; one ad counts at most half; only where it was reported',
    ),
    sample: z
      .object({
        ads: z.int().describe('How many ads'),
        campaigns: z.int().describe('In how many campaigns'),
        spend: z.number().describe('Money spent on them in the last 180 days'),
        conversions: z.number().describe('Their conversions in the last 180 days'),
        days: z.int().describe('Calendar days on which any of the ads ran'),
        adDays: z.int().describe('The days of each ad, added up'),
      })
      .describe('What the estimate rests on'),
    hitRate: z
      .object({
        hits: z.int().describe('Ads that are better than the baseline'),
        n: z.int().describe('Ads that have enough data by themselves'),
        lowerBound: number().describe('The share is above this with a probability of 90%; null: no such ads'),
      })
      .describe('How many of the ads that have enough data by themselves beat the baseline'),
    evidence: z.enum(evidences).describe('What stands behind it'),
    freshness: z.enum(freshnesses).describe('`fresh`: up to 30 days old; `ageing`: up to 45; `stale`: older'),
    lastObservedAt: day().nullable().describe('The last day with a row; null: only claimed'),
    drift: z
      .int()
      .min(-100)
      .max(100)
      .nullable()
      .describe('The largest drift score of its ads; null: no claim to compare'),
    objective: z.string().nullable().describe('The objective of its ads; null: only claimed'),
    currency: z.string().nullable().describe('The currency of its amounts; null: only claimed'),
    conversionType: z.string().nullable().describe('What counts as a conversion; null: only claimed'),
    attribution: z.string().nullable().describe('The attribution window; null: only claimed'),
    summary: z.string().describe('What the ads share and how they were measured'),
    ads: z
      .array(
        z.object({
          historyId: idSchema('history').describe('The history row of the ad'),
          estimate: number().describe('Its estimate; null: not known'),
          lowerBound: number().describe('Its pessimistic bound; null without a baseline'),
          tier: z.enum(tiers).describe('How this ad does alone'),
        }),
      )
      .max(5)
      .meta({
        description: 'The ads with the most weight, each with its estimate given the pattern',
      }),
  })
  .meta({ id: 'Pattern' })

export type Pattern = z.infer<typeof Pattern>

export const PatternsQuery = z.object({
  productId: idRef('product').optional().describe('Only this product'),
  metric: z.enum(metrics).optional().describe('Only patterns judged by this ratio'),
  minTier: z
    .enum(tiers)
    .default('unproven')
    .describe('The worst tier to return: loser, unproven, promising, fatigued, winner'),
  limit: pageLimit(PAGE_LIMIT_DEFAULT),
  cursor,
})

export type PatternsQuery = z.infer<typeof PatternsQuery>

export const PatternPage = z.object({
  patterns: z.array(Pattern).describe('One page, best first; claims come last'),
  baseline: Baseline.nullable().meta({
    description: 'Of the comparison group with the most rows; null without enough data',
  }),
  nextCursor,
  ...conclusionAge,
  ...emptiness,
})
