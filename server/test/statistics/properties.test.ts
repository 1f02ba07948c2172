import { type Metric, thresholdsByDefault as thresholds } from '@atelier/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textSimilarity } from '../../src/catalog/search/index.ts'
import {
  type BaselineRates,
  computeBaseline,
  estimate,
  fuseRanks,
  judgeAd,
  judgeClaim,
  normalCdf,
  type Sums,
  weightOf,
  wilsonBound,
} from '../../src/learning/statistics/index.ts'
import { scoreOf } from '../../src/learning/statistics/judge-ad.ts'
import { ad, anyAdOf, metric, money, sums } from './arbitrary-ads.ts'
import { exampleBaseline } from './example-ads.ts'

const inAnotherCurrency = (some: Sums, rate: number): Sums => ({
  ...some,
  spend: some.spend * rate,
  revenue: some.revenue * rate,
})

describe('estimates', () => {
  test('the bounds are numbers and enclose the estimate', () => {
    fc.assert(
      fc.property(metric, sums, fc.double({ min: 0.3, max: 1.5, noNaN: true }), (of, some, cv) => {
        const { estimate: middle, low, high, sd } = estimate(of, some, exampleBaseline, cv)
        expect([middle, low, high, sd].every(Number.isFinite)).toBe(true)
        expect(low).toBeLessThanOrEqual(middle ?? 0)
        expect(high).toBeGreaterThanOrEqual(middle ?? 0)
      }),
    )
  })

  test('an estimate lies between the plain ratio and the baseline', () => {
    fc.assert(
      fc.property(fc.constantFrom('cpa', 'ctr'), sums, (of: Metric, some) => {
        const plain = estimate(of, some, null, 0.8).estimate
        const drawn = estimate(of, some, exampleBaseline, 0.8).estimate ?? Number.NaN
        const baseline = exampleBaseline[of] ?? Number.NaN
        fc.pre(plain !== null)
        expect(drawn).toBeGreaterThanOrEqual(Math.min(plain, baseline) * (1 - 1e-12))
        expect(drawn).toBeLessThanOrEqual(Math.max(plain, baseline) * (1 + 1e-12))
      }),
    )
  })

  test('a score never falls while its bound rises, and stays between 0 and 100', () => {
    const lift = fc.double({ min: 0, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(lift, lift, (a, b) => {
        expect(scoreOf(Math.min(a, b))).toBeLessThanOrEqual(scoreOf(Math.max(a, b)))
        expect(scoreOf(a)).toBeGreaterThanOrEqual(0)
        expect(scoreOf(a)).toBeLessThanOrEqual(100)
      }),
    )
  })

  test('more revenue from the same spend never makes a result worse', () => {
    fc.assert(
      fc.property(anyAdOf(fc.constant('roas')), money, (some, more) => {
        const orders = { days: 0, squares: 0 }
        const before = judgeAd({ ...some, orders }, exampleBaseline, thresholds)
        const weighted = { ...some.weighted, revenue: some.weighted.revenue + more }
        const after = judgeAd({ ...some, orders, weighted }, exampleBaseline, thresholds)
        expect(after.score ?? 0).toBeGreaterThanOrEqual(before.score ?? 0)
        expect(after.probabilityBetter ?? 0).toBeGreaterThanOrEqual((before.probabilityBetter ?? 0) - 1e-12)
      }),
    )
  })

  test('an ad that is not eligible is never a winner and never fatigued', () => {
    fc.assert(
      fc.property(ad, fc.constantFrom(exampleBaseline, null), (some, known) => {
        const { eligible, tier, probabilityBetter } = judgeAd(some, known, thresholds)
        if (!eligible) expect(['loser', 'promising', 'unproven']).toContain(tier)
        if (probabilityBetter === null) expect(['promising', 'unproven']).toContain(tier)
      }),
    )
  })

  test('the currency of an account changes no ROAS, no score and no probability', () => {
    fc.assert(
      fc.property(
        fc.array(ad, { minLength: 1, maxLength: 10 }),
        fc.double({ min: 0.001, max: 1_000, noNaN: true }),
        (ads, rate) => {
          const here = computeBaseline(ads, 'roas')
          const there = computeBaseline(
            ads.map(({ plain }) => ({ plain: inAnotherCurrency(plain, rate) })),
            'roas',
          )
          fc.pre(here !== null && there !== null)
          for (const { weighted } of ads) {
            const a = estimate('roas', weighted, here, 0.8)
            const b = estimate('roas', inAnotherCurrency(weighted, rate), there, 0.8)
            expect(((b.low ?? 0) / (a.low ?? 0)) * ((here.roas ?? 0) / (there.roas ?? 0))).toBeCloseTo(1, 9)
            expect((b.estimate ?? 0) / (a.estimate ?? 0)).toBeCloseTo(1, 9)
            expect(b.sd).toBe(a.sd)
          }
        },
      ),
    )
  })

  test('a share lies within its bounds, and they lie between 0 and 1', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.nat(10_000), (a, b) => {
        const [hits, n] = [Math.min(a, b), Math.max(a, b)]
        const [low, high] = [wilsonBound(hits, n, 'low'), wilsonBound(hits, n, 'high')]
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        if (n > 0) expect([low <= hits / n + 1e-12, hits / n <= high + 1e-12]).toEqual([true, true])
      }),
    )
  })

  test('the normal distribution is right to nine digits, symmetric and monotonic', () => {
    const known = [0.5, 0.8413447460685429, 0.9772498680518208, 0.9986501019683699, 0.9999683287581669]
    for (const [x, share] of known.entries()) expect(normalCdf(x)).toBeCloseTo(share, 12)
    expect([normalCdf(-Infinity), normalCdf(-40), normalCdf(40), normalCdf(Infinity)]).toEqual([0, 0, 1, 1])
    const x = fc.double({ min: -10, max: 10, noNaN: true })
    fc.assert(
      fc.property(x, x, (a, b) => {
        expect(normalCdf(a) + normalCdf(-a)).toBeCloseTo(1, 12)
        expect(normalCdf(Math.min(a, b))).toBeLessThanOrEqual(normalCdf(Math.max(a, b)) + 1e-14)
      }),
    )
  })

  test('a weight is between a twentieth and one', () => {
    fc.assert(
      fc.property(fc.double({ min: -5, max: 1e5, noNaN: true }), (age) => {
        expect(weightOf(age)).toBeGreaterThanOrEqual(0.05)
        expect(weightOf(age)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('drift', () => {
  test('for any claim and rows, figures are numbers or null and scores are integers', () => {
    const rows = fc.record({
      sums,
      orders: fc.record({ days: fc.nat(30), squares: money }),
      coveredDays: fc.nat(30),
      days: fc.nat(30),
      lastRowAge: fc.nat(90),
      isComparable: fc.boolean(),
    })
    const claim = fc.record({
      metric,
      value: fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
      conversions: fc.option(fc.nat(1_000), { nil: null }),
      windowDays: fc.integer({ min: 1, max: 30 }),
    })
    fc.assert(
      fc.property(
        claim,
        rows,
        fc.constantFrom<(BaselineRates | null)[]>(exampleBaseline, null),
        (claimed, observed, known) => {
          const { verdict, ...figures } = judgeClaim(claimed, observed, known, thresholds)
          for (const figure of Object.values(figures))
            expect(figure === null || Number.isFinite(figure)).toBe(true)
          const { driftScore, confidence } = figures
          if (driftScore !== null)
            expect(Number.isInteger(driftScore) && Math.abs(driftScore) <= 100).toBe(true)
          if (confidence !== null) expect(confidence >= 0 && confidence <= 1).toBe(true)
          if (verdict === 'overstated') expect(figures.delta).toBeLessThan(0)
        },
      ),
    )
  })
})

describe('search and texts', () => {
  test('scores lie between 0 and 1, the best come first, and the highest relevance is 1', () => {
    const rank = fc.option(fc.integer({ min: 1, max: 200 }), { nil: null })
    const candidate = fc.record({
      wordRank: rank,
      gramRank: rank,
      age: fc.nat(1_000),
      isPinned: fc.boolean(),
      evidence: fc.constantFrom('claimed', 'observed', 'corroborated', 'owner_note'),
      trust: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null }),
    })
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 20 }), (candidates) => {
        const found = fuseRanks(candidates)
        expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).sort((a, b) => b - a))
        for (const { score } of found) expect(score >= 0 && score <= 1 + 1e-12).toBe(true)
        const ranked = candidates.some(({ wordRank, gramRank }) => wordRank !== null || gramRank !== null)
        if (ranked) expect(Math.max(...found.map(({ relevance }) => relevance))).toBe(1)
      }),
    )
  })

  test('similarity is symmetric, and a text is fully similar to itself', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.lorem())
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(textSimilarity(a, b)).toBe(textSimilarity(b, a))
        expect(textSimilarity(a, a)).toBe(/[\p{L}\p{M}\p{N}]/u.test(a.toLowerCase()) ? 1 : 0)
      }),
    )
  })
})
