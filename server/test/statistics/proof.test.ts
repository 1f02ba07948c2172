import {
  roundChance,
  roundRatio,
  roundShare,
  roundSum,
  thresholdsByDefault as thresholds,
} from '@atelier/contract'
import { describe, expect, test } from 'vitest'
import { type Ad, computeBaseline, findPatterns, proofRule } from '../../src/learning/statistics/index.ts'
import { chancesOf } from '../../src/learning/statistics/prove-patterns.ts'
import { newPatternTest } from '../../src/learning/statistics/test-pattern.ts'
import { adOf, exampleBaseline, noIngredients, sumsOf } from './example-ads.ts'

const { level, single, combined } = proofRule

describe("Holm's correction", () => {
  const of = (...pValues: number[]) => chancesOf(pValues.map((pValue) => ({ isSingle: true, pValue })))
  const scale = level / single

  test('multiplies the k-th smallest of m by m - k + 1, and never falls below the one before', () => {
    expect(of(0.001)).toEqual([expect.closeTo(0.001 * scale, 12)])
    expect(of(0.03, 0.001, 0.004)).toEqual(
      [0.03, 0.003, 0.008].map((chance) => expect.closeTo(chance * scale, 12)),
    )
    expect(of(0.001, 0.0011)).toEqual([0.002, 0.002].map((chance) => expect.closeTo(chance * scale, 12)))
    expect(of(0.9, 0.8)).toEqual([1, 1])
    expect(of()).toEqual([])
  })

  test('single ingredients and combinations share the level, and do not weigh on each other', () => {
    expect(single + combined).toBeCloseTo(level, 12)
    const many = Array.from({ length: 50 }, () => ({ isSingle: false, pValue: 0.5 }))
    const [alone] = chancesOf([{ isSingle: true, pValue: 0.001 }, ...many])
    expect(alone).toBeCloseTo(0.001 * scale, 12)
    const [pair] = chancesOf([
      { isSingle: false, pValue: 0.0001 },
      { isSingle: true, pValue: 0.5 },
    ])
    expect(pair).toBeCloseTo((0.0001 * level) / combined, 12)
  })
})

describe('the test of a pattern', () => {
  const ads = (count: number, factor: number, hook: string): Ad[] =>
    Array.from({ length: count }, (_, at) => {
      // Ads differ by themselves: by 0.3 around what they share.
      const own = factor * Math.exp(0.3 * Math.sin(7 * at + factor))
      const conversions = Math.round(40 * own)
      return adOf({
        id: `${hook} ${at}`,
        campaign: `campaign ${at % 2}`,
        ingredients: { ...noIngredients, hook },
        sums: sumsOf({ spend: 1_000, conversions, revenue: 50 * conversions, clicks: 1_200 }),
      })
    })
  const pValueOf = (members: Ad[], others: Ad[]) => {
    const all = [...members, ...others]
    return newPatternTest(all, computeBaseline(all, 'roas'))(members) ?? Number.NaN
  }

  test('is small for an effect, about a half for none, and large for a loss', () => {
    expect(pValueOf(ads(10, 1.6, 'a'), ads(30, 1, 'b'))).toBeLessThan(0.001)
    const none = pValueOf(ads(20, 1, 'a'), ads(20, 1, 'b'))
    expect(none).toBeGreaterThan(0.2)
    expect(none).toBeLessThan(0.8)
    expect(pValueOf(ads(10, 0.6, 'a'), ads(30, 1, 'b'))).toBeGreaterThan(0.99)
  })

  test('the same difference proves less with fewer ads, and nothing without others', () => {
    const [many, few] = [10, 3].map((count) => pValueOf(ads(count, 1.6, 'a'), ads(count, 1, 'b')))
    expect(few).toBeGreaterThan(many ?? 1)
    expect(pValueOf(ads(10, 1.6, 'a'), [])).toBe(1)
    expect(newPatternTest(ads(3, 1, 'a'), null)(ads(3, 1, 'a'))).toBeNull()
  })

  test('the ads of other products count where the baseline is that of the owner', () => {
    const own = ads(3, 2, 'a')
    const alone = newPatternTest(own, computeBaseline(own, 'roas'))(own)
    expect([alone, newPatternTest(own, exampleBaseline)(own)]).toEqual([1, expect.any(Number)])
    expect(newPatternTest(own, exampleBaseline)(own)).toBeLessThan(0.1)
  })

  test('a pattern that a look at many others can produce by chance is promising, not a winner', () => {
    const group = [...ads(5, 1.22, 'a'), ...ads(35, 1, 'b')]
    const many = group.map((ad, at) => ({
      ...ad,
      ingredients: { ...ad.ingredients, angle: `angle ${at % 7}`, cepId: `cep_${at % 5}` },
    }))
    const tierOf = (all: Ad[]) => {
      const [patterns = []] = findPatterns([{ ads: all, baseline: computeBaseline(all, 'roas') }], thresholds)
      const found = patterns.find(
        ({ ingredients: { hook, cepId, angle } }) => hook === 'a' && !cepId && !angle,
      )
      return [found?.standing.tier, (found?.standing.probabilityBetter ?? 0) > 0.9, found?.proof?.comparisons]
    }
    expect(tierOf(many)).toEqual(['promising', true, expect.any(Number)])
    const strong = [...ads(10, 2.5, 'a'), ...ads(30, 1, 'b')]
    expect(tierOf(strong)).toEqual(['winner', true, 2])
  })
})

test('figures are rounded to what they can say, and null stays null', () => {
  expect([13 / 3, 1234.5678912, 0.01234567891, 4.03469, -53.9521950065].map(roundRatio)).toEqual([
    4.33333, 1234.57, 0.0123457, 4.03469, -53.9522,
  ])
  expect([0.9999999999999999, 0.1234567].map(roundShare)).toEqual([1, 0.12346])
  expect([0.000012345, 0.5].map(roundChance)).toEqual([0.000012, 0.5])
  expect(roundSum(0.1 + 0.2)).toBe(0.3)
  expect([roundRatio(null), roundShare(null)]).toEqual([null, null])
})
