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
    findPatterns([{ ads, baseline: known }], thresholds).flat()

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
    expect(pattern?.sample).toEqual({
      ads: 3,
      campaigns: 3,
      spend: 1_260,
      conversions: 56,
      days: 10,
      adDays: 30,
    })
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

  test('a pattern is fatigued when half of its spend is in running ads that fatigue or decline', () => {
    const tierWith = (count: number, change: Partial<Ad>) =>
      find(make(4, { hook: 'why' }).map((ad, at) => (at < count ? { ...ad, ...change } : ad)))[0]?.standing
        .tier
    expect(tierWith(1, { isFatigued: true })).toBe('winner')
    expect(tierWith(2, { isFatigued: true })).toBe('fatigued')
    expect(tierWith(2, { isDeclining: true })).toBe('fatigued')
    expect(tierWith(2, { isFatigued: true, lastRowAge: 6 })).toBe('fatigued')
    expect(tierWith(2, { isFatigued: true, lastRowAge: 7 })).toBe('winner')
  })

  test('a day on which several ads ran is one day of the pattern', () => {
    const days = (...ran: Ad['ran'][]) => {
      const ads = make(3, { hook: 'why' }).map((ad, at) => {
        const own = ran[at] ?? []
        return { ...ad, ran: own, days: own.reduce((sum, [from, to]) => sum + to - from, 0) }
      })
      const [found] = find(ads)
      return [found?.sample.days, found?.sample.adDays, found?.standing.eligible]
    }
    expect(days([[0, 2]], [[0, 2]], [[0, 2]])).toEqual([2, 6, false])
    expect(days([[0, 2]], [[1, 3]], [[5, 6]])).toEqual([4, 5, true])
    expect(
      days(
        [
          [4, 9],
          [0, 2],
        ],
        [[6, 7]],
        [[1, 5]],
      ),
    ).toEqual([9, 12, true])
  })

  test('that nobody is shown is an ingredient, and an unknown creative is none', () => {
    const found = find([
      ...make(3, { noCharacter: true }),
      ...make(3, { characterId: 'chr_a' }),
      ...make(3, {}),
    ])
    expect(found.map(({ ingredients, sample }) => [ingredients, sample.ads])).toEqual(
      expect.arrayContaining([
        [{ ...noIngredients, noCharacter: true }, 3],
        [{ ...noIngredients, characterId: 'chr_a' }, 3],
      ]),
    )
    expect(found).toHaveLength(2)
  })

  test('without a baseline a pattern has its plain ratio; without any spend there is no pattern', () => {
    expect(find(make(3, { hook: 'why' }), null)[0]).toMatchObject({
      standing: { estimate: expect.closeTo(2_600 / 600, 12), score: null },
      hitRate: { hits: 0, n: 0, lowerBound: null },
    })
    expect(find(make(3, { hook: 'why' }, { sums: sumsOf({}) }), null)).toEqual([])
  })

  test('without a baseline a pattern that brought nothing is shown, without an estimate', () => {
    const spent = { metric: 'cpa', sums: sumsOf({ spend: 300 }) } as const
    expect(find(make(3, { hook: 'why' }, spent), null)[0]).toMatchObject({
      standing: { estimate: null, tier: 'unproven' },
      sample: { spend: 900, conversions: 0 },
    })
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
        const of = (ads: Ad[]) => findPatterns([{ ads, baseline: known }], thresholds)
        expect(of(others)).toEqual(of(ads))
      }),
    )
  })

  test('have three ads in two campaigns and their own set of ads, and the best group comes first', () => {
    fc.assert(
      fc.property(comparisonGroup, (ads) => {
        const patterns = findPatterns([{ ads, baseline: exampleBaseline }], thresholds).flat()
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
