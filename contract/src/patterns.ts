import { z } from 'zod'
import { conclusionAge, emptiness, tiers } from './history.ts'
import { idRef, idSchema } from './ids.ts'
import { PAGE_LIMIT_DEFAULT } from './limits.ts'
import { cursor, nextCursor, pageLimit } from './paging.ts'
import { day, evidences, metrics } from './reports.ts'
import { orientations } from './submit-bodies.ts'

export const freshnesses = ['fresh', 'ageing', 'stale'] as const
export type Freshness = (typeof freshnesses)[number]

const number = () => z.number().nullable()

/** The ingredients of a creative that a pattern can share. */
export const Ingredients = z.object({
  cepId: idSchema('cep').nullable(),
  angle: z.string().nullable(),
  characterId: idSchema('character').nullable(),
  noCharacter: z
    .literal(true)
    .nullable()
    .meta({ description: 'true when the ads have in common that they show no character' }),
  mediaType: z.enum(['IMAGE', 'VIDEO']).nullable(),
  orientation: z.enum(orientations).nullable(),
  hook: z.string().nullable(),
})

export type Ingredients = z.infer<typeof Ingredients>

/** A comparison group of ads and its average results. */
export const Baseline = z
  .object({
    objective: z.string(),
    currency: z.string(),
    conversionType: z.string(),
    attribution: z.string(),
    scope: z
      .enum(['product', 'owner'])
      .meta({ description: 'Whether the ads of the product or of the whole owner form the baseline' }),
    ctr: number(),
    cpa: number(),
    aov: number(),
    roas: number(),
    spend: z.number(),
    impressions: z.number(),
    clicks: z.number(),
    conversions: z.number(),
    days: z.int().meta({ description: 'Length of the period, in days' }),
  })
  .meta({ id: 'Baseline' })

export type Baseline = z.infer<typeof Baseline>

export const Pattern = z
  .object({
    id: idSchema('pattern'),
    title: z.string(),
    why: z.string(),
    tier: z.enum(tiers),
    productId: idSchema('product').nullable(),
    productName: z.string().nullable(),
    ingredients: Ingredients,
    cepText: z.string().nullable().meta({ description: 'Of the CEP among the ingredients' }),
    characterName: z.string().nullable().meta({ description: 'Of the character among the ingredients' }),
    metric: z.enum(metrics),
    estimate: number().meta({ description: 'null when the ads have no result, such as a CPA of nothing' }),
    lowerBound: number().meta({
      description: 'The true value is better than this with a probability of 90%',
    }),
    baseline: number(),
    lift: number().meta({ description: 'How many times better than the baseline; a lower CPA is better' }),
    probabilityBetter: z.number().min(0).max(1).nullable(),
    comparisons: z.int().nullable().meta({
      description: 'How many patterns of the product were compared with the rest of its ads',
    }),
    chance: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .meta({
        description:
          'The chance that even one of these comparisons would look this good without any effect; a winner ' +
          'has at most 0.026',
      }),
    score: z.int().min(0).max(100).nullable(),
    sample: z.object({
      ads: z.int(),
      campaigns: z.int(),
      spend: z.number(),
      conversions: z.number(),
      days: z.int().meta({ description: 'Calendar days on which any of the ads ran' }),
      adDays: z.int().meta({ description: 'The days of each ad, added up' }),
    }),
    hitRate: z.object({ hits: z.int(), n: z.int(), lowerBound: number() }).meta({
      description: 'How many of the n ads that have enough data by themselves are better than the baseline',
    }),
    evidence: z.enum(evidences),
    freshness: z.enum(freshnesses),
    lastObservedAt: day().nullable(),
    drift: z.int().min(-100).max(100).nullable(),
    objective: z.string().nullable(),
    currency: z.string().nullable(),
    conversionType: z.string().nullable(),
    attribution: z.string().nullable(),
    summary: z.string(),
    ads: z
      .array(
        z.object({
          historyId: idSchema('history'),
          estimate: number(),
          lowerBound: number(),
          tier: z.enum(tiers),
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
  productId: idRef('product').optional(),
  metric: z.enum(metrics).optional(),
  minTier: z.enum(tiers).default('unproven'),
  limit: pageLimit(PAGE_LIMIT_DEFAULT),
  cursor,
})

export type PatternsQuery = z.infer<typeof PatternsQuery>

export const PatternPage = z.object({
  patterns: z.array(Pattern),
  baseline: Baseline.nullable().meta({
    description: 'Of the comparison group with the most rows; null without enough data',
  }),
  nextCursor,
  ...conclusionAge,
  ...emptiness,
})
