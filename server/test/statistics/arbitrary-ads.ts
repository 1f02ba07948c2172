import { type Ingredients, type Metric, metrics } from '@atelier/contract'
import fc from 'fast-check'
import type { Ad, Sums } from '../../src/learning/statistics/index.ts'

/** Whole millionths, as amounts are stored. */
export const money = fc.maxSafeNat().map((millionths) => (millionths % 1e12) / 1e6)
export const sums: fc.Arbitrary<Sums> = fc
  .record({
    spend: money,
    impressions: fc.nat(1_000_000),
    clickShare: fc.double({ min: 0, max: 1, noNaN: true }),
    conversions: fc.nat(5_000),
    revenue: money,
  })
  .map(({ clickShare, ...rest }) => ({ ...rest, clicks: Math.floor(rest.impressions * clickShare) }))
export const metric = fc.constantFrom(...metrics)
const one = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: null })
const ingredients: fc.Arbitrary<Ingredients> = fc.record({
  cepId: one('cep_a', 'cep_b'),
  angle: one('fear', 'joy'),
  characterId: one('chr_a'),
  noCharacter: one(true as const),
  mediaType: one('IMAGE', 'VIDEO'),
  orientation: one('portrait', 'square'),
  hook: one('why', 'how'),
}) as fc.Arbitrary<Ingredients>

export const anyAdOf = (of: fc.Arbitrary<Metric>): fc.Arbitrary<Ad> =>
  fc.record({
    id: fc.uuid(),
    campaign: fc.constantFrom('', 'spring', 'summer', 'autumn'),
    ingredients,
    metric: of,
    plain: sums,
    weighted: sums,
    orders: fc.record({ days: fc.nat(100), squares: money }),
    days: fc.nat(200),
    ran: fc
      .tuple(fc.nat(90), fc.nat(90))
      .map(([from, length]) => [[from, from + length] as [number, number]]),
    lastRowAge: fc.nat(100),
    isFatigued: fc.boolean(),
    isDeclining: fc.boolean(),
    evidence: fc.constantFrom('observed', 'corroborated'),
    driftScore: fc.option(fc.integer({ min: -100, max: 100 }), { nil: null }),
  })
export const ad = anyAdOf(metric)
export const comparisonGroup = fc
  .constantFrom(...metrics)
  .chain((of) => fc.uniqueArray(anyAdOf(fc.constant(of)), { maxLength: 25, selector: ({ id }) => id }))
