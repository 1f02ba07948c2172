import { type Ingredients, thresholdsByDefault as thresholds } from '@atelier/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Ad,
  claimedPatterns,
  findPatterns,
  freshnessOf,
  judgeAd,
} from '../../src/learning/statistics/index.ts'
import { capLargest } from '../../src/learning/statistics/pool-ads.ts'
import { ad, comparisonGroup } from './arbitrary-ads.ts'
import { adOf, exampleBaseline, noIngredients, sumsOf, winning } from './example-ads.ts'

describe('patterns', () => {
  const campaigns = ['spring', 'summer', 'autumn']
  const make = (count: number, ingredients: Partial<Ingredients>, some: Parameters<typeof adOf>[0] = {}) =>
    Array.from({ length: count }, (_, at) =>
      adOf({
        ...some,
        id: `${JSON.stringify(ingredients)} ${at}`,
        campaign: campaigns[at % 3] ?? '',
        ingredients: { ...noIngredients, ...ingredients },
      }),
    )
  const find = (ads: Ad[], known: typeof exampleBaseline | null = exampleBaseline) =>
    findPatterns(ads, known, thresholds)

  test('a pattern needs three ads in two campaigns, and an unknown campaign does not count', () => {
    const three = make(3, { hook: 'why' })
    expect(find(three)).toHaveLength(1)
    expect(find(three.slice(1))).toEqual([])
    expect(find(three.map((ad) => ({ ...ad, campaign: 'spring' })))).toEqual([])
    expect(find(three.map((ad, at) => ({ ...ad, campaign: at ? 'spring' : '' })))).toEqual([])
  })

  test('of patterns with the same ads only the most specific is shown', () => {
    const found = find(make(3, { cepId: 'cep_a', angle: 'joy', mediaType: 'IMAGE', hook: 'why' }))
    expect(found.map(({ ingredients }) => ingredients)).toEqual([
      { ...noIngredients, cepId: 'cep_a', angle: 'joy', mediaType: 'IMAGE', hook: 'why' },
    ])
  })

  test('patterns of one, two and all ingredients are found, and ads with more belong to them too', () => {
    const found = find([
      ...make(3, { cepId: 'cep_a', angle: 'joy', hook: 'why' }),
      ...make(3, { cepId: 'cep_a', angle: 'joy', hook: 'why', mediaType: 'VIDEO' }),
      ...make(3, { cepId: 'cep_a', angle: 'fear' }),
    ])
    const seen = found.map(({ ingredients, sample }) => [
      Object.values(ingredients).filter(Boolean).join(' '),
      sample.ads,
    ])
    expect(new Map(seen as [string, number][])).toEqual(
      new Map([
        ['cep_a', 9],
        ['cep_a joy why', 6],
        ['cep_a joy VIDEO why', 3],
        ['cep_a fear', 3],
      ]),
    )
  })

  test('one ad counts for at most half, though the sample shows the full spend', () => {
    const sums = [
      sumsOf({ spend: 900, conversions: 45, revenue: 2_475 }),
      sumsOf({ spend: 200, conversions: 6, revenue: 300 }),
      sumsOf({ spend: 160, conversions: 5, revenue: 250 }),
    ]
    const ads = make(3, { hook: 'why' }).map((ad, at) => ({
      ...ad,
      plain: sums[at] ?? winning,
      weighted: sums[at] ?? winning,
    }))
    const [pattern] = find(ads)
    expect(pattern?.standing.estimate).toBeCloseTo(2.119, 3)
    expect(pattern?.sample).toEqual({ ads: 3, campaigns: 3, spend: 1_260, conversions: 56, days: 30 })
    // Only the first of the three has enough conversions and spend, and its 2.75 is above 2.
    expect(pattern?.hitRate).toEqual({ hits: 1, n: 1, lowerBound: expect.closeTo(0.378, 3) })
  })

  test('the estimate of a member starts from its pattern, not from the baseline', () => {
    const young = adOf({ id: 'young', sums: sumsOf({}), ingredients: { ...noIngredients, hook: 'why' } })
    const [pattern] = find([...make(3, { hook: 'why' }), young])
    const member = pattern?.members.find(({ id }) => id === 'young')
    expect(member).toMatchObject({
      estimate: expect.closeTo(pattern?.standing.estimate ?? 0, 12),
      tier: 'unproven',
    })
    expect(pattern?.members.at(-1)?.id).toBe('young')
    expect(judgeAd(young, exampleBaseline, thresholds).estimate).toBeCloseTo(2, 12)
  })

  test('a pattern is corroborated only if all its ads are, and has their worst drift', () => {
    const [first, ...rest] = make(4, { hook: 'why' }, { evidence: 'corroborated', driftScore: 20 })
    const ads = [adOf({ ...first, driftScore: -40 }), ...rest]
    expect(find(ads)[0]).toMatchObject({ evidence: 'corroborated', drift: -40, group: 1, freshness: 'fresh' })
    expect(find([adOf({ ...first, evidence: 'observed' }), ...rest])[0]?.evidence).toBe('observed')
    const weightless = adOf({ ...first, evidence: 'observed', sums: sumsOf({ impressions: 0 }) })
    expect(find([{ ...weightless, weighted: sumsOf({ impressions: 0 }) }, ...rest])[0]?.evidence).toBe(
      'corroborated',
    )
  })

  test('fresh patterns come before older ones, whatever their scores', () => {
    const poor = sumsOf({ spend: 700, conversions: 14, revenue: 560 })
    const found = find([
      ...make(3, { hook: 'old' }, { lastRowAge: 31 }),
      ...make(3, { hook: 'poor' }, { sums: poor }),
      ...make(3, { hook: 'good' }),
    ])
    expect(found.map(({ ingredients, group }) => [ingredients.hook, group])).toEqual([
      ['good', 1],
      ['poor', 1],
      ['old', 2],
    ])
    expect([30, 31, 45, 46].map(freshnessOf)).toEqual(['fresh', 'ageing', 'ageing', 'stale'])
  })

  test('a pattern is fatigued when most of its spend is in fatigued ads', () => {
    const withFatigued = (count: number) =>
      make(5, { hook: 'why' }).map((ad, at) => ({ ...ad, isFatigued: at < count }))
    expect(find(withFatigued(2))[0]?.standing.tier).toBe('winner')
    expect(find(withFatigued(3))[0]?.standing.tier).toBe('fatigued')
  })

  test('without a baseline a pattern has its plain ratio; without any spend there is no pattern', () => {
    expect(find(make(3, { hook: 'why' }), null)[0]).toMatchObject({
      standing: { estimate: expect.closeTo(2_600 / 600, 12), score: null },
      hitRate: { hits: 0, n: 0, lowerBound: null },
    })
    expect(find(make(3, { hook: 'why' }, { sums: sumsOf({}) }), null)).toEqual([])
  })

  test('a claimed pattern is the median of the claims weighted by trust, after all observed ones', () => {
    const claim = (at: number, value: number, trust: number, age = 3) => ({
      id: `ad ${at}`,
      campaign: campaigns[at % 3] ?? '',
      ingredients: { ...noIngredients, hook: 'why' },
      metric: 'roas' as const,
      value,
      trust,
      age,
    })
    const claims = [claim(0, 2, 0.5), claim(1, 3, 0.5), claim(2, 9, 0.2), claim(2, 8, 0.2)]
    expect(claimedPatterns(claims)).toMatchObject([
      {
        standing: { estimate: 3, bound: null, tier: 'unproven' },
        sample: { ads: 3, campaigns: 3 },
        evidence: 'claimed',
        group: 3,
      },
    ])
    expect(claimedPatterns(claims.map((one) => ({ ...one, age: 40 })))[0]?.group).toBe(4)
    expect(claimedPatterns(claims.slice(1))).toEqual([])
  })
})

describe('patterns of arbitrary ads', () => {
  test('do not depend on the order of the ads', () => {
    const shuffled = comparisonGroup.chain((ads) => {
      const all = { minLength: ads.length, maxLength: ads.length }
      return fc.tuple(fc.constant(ads), fc.shuffledSubarray(ads, all))
    })
    fc.assert(
      fc.property(shuffled, fc.constantFrom(exampleBaseline, null), ([ads, others], known) => {
        expect(findPatterns(others, known, thresholds)).toEqual(findPatterns(ads, known, thresholds))
      }),
    )
  })

  test('have three ads in two campaigns and their own set of ads, and the best group comes first', () => {
    fc.assert(
      fc.property(comparisonGroup, (ads) => {
        const patterns = findPatterns(ads, exampleBaseline, thresholds)
        const shared = patterns.map(({ ingredients: wanted }) =>
          ads
            .filter((some) =>
              Object.entries(wanted).every(
                ([name, value]) => value === null || some.ingredients[name as keyof Ingredients] === value,
              ),
            )
            .map(({ id }) => id)
            .sort()
            .join(),
        )
        expect(new Set(shared).size).toBe(shared.length)
        for (const [at, { sample, group, hitRate, standing }] of patterns.entries()) {
          expect(sample.ads).toBe(shared[at]?.split(',').length)
          expect(sample.ads).toBeGreaterThanOrEqual(3)
          expect(sample.campaigns).toBeGreaterThanOrEqual(2)
          expect(hitRate.hits).toBeLessThanOrEqual(hitRate.n)
          const next = patterns[at + 1]
          if (next) expect(next.group).toBeGreaterThanOrEqual(group)
          if (next?.group === group) expect(next.standing.score).toBeLessThanOrEqual(standing.score ?? 0)
        }
      }),
    )
  })

  test('give no ad more than half of the weight', () => {
    fc.assert(
      fc.property(fc.array(ad, { minLength: 2, maxLength: 8 }), (ads) => {
        const spends = capLargest(ads).map(({ weighted }) => weighted.spend)
        const total = spends.reduce((sum, spend) => sum + spend, 0)
        expect(Math.max(...spends)).toBeLessThanOrEqual((total / 2) * (1 + 1e-9))
      }),
    )
  })
})
