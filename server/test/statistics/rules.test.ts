import { type Metric, type Thresholds, thresholdsByDefault } from '@atelier/contract'
import { describe, expect, test } from 'vitest'
import {
  type ClaimRows,
  computeBaseline,
  type Day,
  isDeclining,
  isFatigued,
  judgeAd,
  judgeClaim,
  judgeClaimOfSeveral,
  metricOf,
  noOrderValues,
  orderValueCv,
  type Sums,
} from '../../src/learning/statistics/index.ts'
import { adOf, exampleBaseline, orderValueSumsOf, sumsOf, winning } from './example-ads.ts'

const thresholds = thresholdsByDefault
test.each<[string, Metric]>([
  ['sales', 'roas'],
  ['OUTCOME_SALES', 'roas'],
  ['product_catalog_sales', 'roas'],
  ['conversions', 'roas'],
  ['leads', 'cpa'],
  ['app_promotion', 'cpa'],
  ['traffic', 'ctr'],
  ['awareness', 'ctr'],
])('the objective %s is measured by %s', (objective, metric) => {
  expect(metricOf(objective)).toBe(metric)
})

describe('the baseline', () => {
  const of = (some: Partial<Sums>, metric: Metric) => computeBaseline([{ plain: sumsOf(some) }], metric)
  const enough = { spend: 500, conversions: 20, revenue: 1_000, clicks: 100, impressions: 10_000 }

  test('needs 20 conversions, or 100 clicks where clicks are the metric', () => {
    expect(of(enough, 'roas')).toMatchObject({ lambda: 0.04, aov: 50, roas: 2, cpa: 25, ctr: 0.01 })
    expect(of({ ...enough, conversions: 19 }, 'roas')).toBeNull()
    expect(of({ ...enough, conversions: 19 }, 'ctr')).toMatchObject({ ctr: 0.01, cpa: null, ctrPrior: 2_000 })
    expect(of({ ...enough, clicks: 99 }, 'ctr')).toBeNull()
  })

  test('is unknown without spend or revenue', () => {
    expect(of({ ...enough, spend: 0 }, 'cpa')).toBeNull()
    expect(of({ ...enough, revenue: 0 }, 'roas')).toBeNull()
    expect(of({ ...enough, revenue: 0 }, 'cpa')).toMatchObject({ cpa: 25, roas: null })
  })

  test('weighs most when ads differ only by chance, and least when they differ much', () => {
    const priorOf = (clicks: (at: number) => number) =>
      computeBaseline(
        Array.from({ length: 20 }, (_, at) => ({
          plain: sumsOf({ clicks: clicks(at), impressions: 5_000 }),
        })),
        'ctr',
      )?.ctrPrior
    expect(priorOf(() => 50)).toBe(20_000)
    expect(priorOf((at) => (at < 10 ? 5 : 500))).toBe(500)
  })
})

test('the spread of orders needs 30 orders on five days and stays within bounds', () => {
  const even = orderValueSumsOf(Array.from({ length: 5 }, () => [6, 300]))
  expect(orderValueCv({ conversions: 30, revenue: 1_500 }, even)).toBe(0.3)
  expect(orderValueCv({ conversions: 29, revenue: 1_500 }, even)).toBe(0.8)
  expect(orderValueCv({ conversions: 30, revenue: 1_500 }, { ...even, days: 4 })).toBe(0.8)
  expect(orderValueCv({ conversions: 30, revenue: 0 }, { days: 5, squares: 0 })).toBe(0.8)
  const uneven = orderValueSumsOf([...Array.from({ length: 4 }, (): [number, number] => [7, 7]), [7, 2_000]])
  expect(orderValueCv({ conversions: 35, revenue: 2_028 }, uneven)).toBe(1.5)
})

describe('tiers', () => {
  const tierOf = (some: Parameters<typeof adOf>[0], mine: Partial<Thresholds> = {}) =>
    judgeAd(adOf(some), exampleBaseline, { ...thresholds, ...mine }).tier

  test('a winner can be fatigued; fatigue does not change other tiers', () => {
    expect(tierOf({})).toBe('winner')
    expect(tierOf({ isFatigued: true })).toBe('fatigued')
    expect(tierOf({ isFatigued: true, days: 2 })).toBe('promising')
  })

  test.each<[string, Parameters<typeof adOf>[0]]>([
    ['too few days', { days: 2 }],
    ['a last row too old', { lastRowAge: 46 }],
    ['too few impressions', { plain: { ...winning, impressions: 1_999 } }],
    ['too little spend', { plain: { ...winning, spend: 249 } }],
    ['too few conversions', { plain: { ...winning, conversions: 9 } }],
  ])('with %s an ad is no winner', (_, some) => {
    expect(tierOf(some)).toBe('promising')
  })

  test('the thresholds of the owner decide, and the exampleBaseline CPA when it is high', () => {
    expect(tierOf({ days: 2 }, { days: 1 })).toBe('winner')
    expect(tierOf({}, { conversions: 41 })).toBe('promising')
    expect(tierOf({}, { spendInCpa: 25 })).toBe('promising')
  })

  test('where clicks are the metric they count instead of conversions, and the CPA does not', () => {
    const sums = sumsOf({ clicks: 2_000, spend: 250 })
    expect(
      judgeAd(adOf({ metric: 'ctr', sums }), exampleBaseline, { ...thresholds, spendInCpa: 100 }).tier,
    ).toBe('winner')
    expect(
      judgeAd(adOf({ metric: 'ctr', sums }), exampleBaseline, { ...thresholds, clicks: 2_001 }).tier,
    ).toBe('promising')
    const ignored = sumsOf({ clicks: 0, spend: 250 })
    expect(judgeAd(adOf({ metric: 'ctr', sums: ignored }), exampleBaseline, thresholds).tier).toBe('loser')
  })

  test('without a baseline an ad has its plain ratio and no other figure', () => {
    const unknown = { low: null, high: null, sd: null, lift: null, score: null, probabilityBetter: null }
    expect(judgeAd(adOf(), null, thresholds)).toMatchObject({
      ...unknown,
      estimate: 2_600 / 600,
      tier: 'promising',
    })
    expect(judgeAd(adOf({ days: 1 }), null, thresholds)).toMatchObject({ ...unknown, tier: 'unproven' })
    const nothing = sumsOf({ spend: 300 })
    expect(judgeAd(adOf({ metric: 'cpa', sums: nothing }), null, thresholds).estimate).toBeNull()
  })
})

describe('fatigue', () => {
  const dayAt = (at: number, some: Partial<Day> = {}): Day => ({
    ...sumsOf({ impressions: 1_000, clicks: 20, spend: 50, conversions: 3 }),
    day: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
    reach7d: null,
    ...some,
  })
  const run = (length: number, change: (at: number) => Partial<Day>) =>
    Array.from({ length }, (_, at) => dayAt(at, change(at)))

  test('an ad is fatigued after three days with a weekly CTR below 0.8 of its best week', () => {
    // With 10 clicks a day from day 14 on, the week falls to 0.786 of the best on the third such day.
    const fading = (length: number) => run(length, (at) => ({ clicks: at < 14 ? 20 : 10 }))
    expect(isFatigued(fading(14))).toBe(false)
    expect(isFatigued(fading(18))).toBe(false)
    expect(isFatigued(fading(19))).toBe(true)
  })

  test('weeks with too few impressions and ads younger than a week are ignored', () => {
    expect(isFatigued(run(30, (at) => ({ impressions: 285, clicks: at < 14 ? 20 : 1 })))).toBe(false)
    expect(isFatigued(run(6, (at) => ({ clicks: at < 2 ? 200 : 1 })))).toBe(false)
    expect(isFatigued([])).toBe(false)
  })

  test('an ad with a frequency above 3.5 within a week is fatigued', () => {
    expect(isFatigued(run(7, () => ({ reach7d: 2_000 })))).toBe(false)
    expect(isFatigued(run(7, () => ({ reach7d: 1_999 })))).toBe(true)
    expect(isFatigued(run(7, () => ({ reach7d: 0 })))).toBe(false)
  })

  test('an ad declines when its last week converts far less per spend than the three before', () => {
    expect(isDeclining(run(28, (at) => ({ conversions: at < 21 ? 3 : 1 })))).toBe(true)
    expect(isDeclining(run(28, () => ({})))).toBe(false)
    expect(isDeclining(run(28, (at) => ({ conversions: at < 21 ? 3 : 0.5 })))).toBe(false)
    expect(isDeclining([])).toBe(false)
  })
})

describe('verdicts', () => {
  const rows = (some: Partial<ClaimRows> = {}): ClaimRows => ({
    sums: winning,
    orders: noOrderValues,
    coveredDays: 10,
    days: 10,
    lastRowAge: 1,
    isComparable: true,
    ...some,
  })
  const verdictOf = (some: ClaimRows | null, known: typeof exampleBaseline | null = exampleBaseline) =>
    judgeClaim({ metric: 'roas', value: 6, conversions: null, windowDays: 10 }, some, known, thresholds)

  test('the first matching rule decides', () => {
    const few = sumsOf({ conversions: 4, spend: 100, revenue: 100 })
    expect(verdictOf(null).verdict).toBe('unverified')
    expect(verdictOf(rows({ isComparable: false, lastRowAge: 99 })).verdict).toBe('not_comparable')
    expect(verdictOf(rows({ coveredDays: 4, lastRowAge: 99 })).verdict).toBe('not_comparable')
    expect(verdictOf(rows({ coveredDays: 5, lastRowAge: 46, sums: few })).verdict).toBe('stale')
    expect(verdictOf(rows({ coveredDays: 5, lastRowAge: 45, sums: few })).verdict).toBe('inconclusive')
    expect(verdictOf(rows()).verdict).toBe('overstated')
  })

  test('a claim that cannot be compared has no figures; a stale or small one has', () => {
    expect(verdictOf(rows({ isComparable: false }))).toMatchObject({ observed: null, driftScore: null })
    expect(verdictOf(rows({ lastRowAge: 99 })).observed).toBeCloseTo(4.035, 3)
  })

  test('a claim is confirmed only on eligible data', () => {
    const near = { metric: 'roas', value: 4.4, conversions: null, windowDays: 2 } as const
    expect(judgeClaim(near, rows({ days: 2 }), exampleBaseline, thresholds).verdict).toBe('inconclusive')
    expect(judgeClaim(near, rows(), exampleBaseline, thresholds).verdict).toBe('confirmed')
  })

  test('an honest claim of three times the baseline is not called overstated due to shrinkage', () => {
    // 13 conversions where the claim of 6 implies 20: still within chance.
    const unlucky = rows({ sums: sumsOf({ conversions: 13, spend: 1_000 / 6, revenue: 650 }) })
    const judged = verdictOf(unlucky)
    expect([judged.delta, judged.z]).toEqual([expect.closeTo(-0.595, 3), expect.closeTo(-1.81, 2)])
    expect(judged.verdict).toBe('inconclusive')
    const few = rows({ sums: sumsOf({ conversions: 9, spend: 1_000 / 6, revenue: 450 }) })
    expect(verdictOf(few).verdict).toBe('overstated')
  })

  test('a distance that may be chance is not stated', () => {
    const few = rows({ sums: sumsOf({ conversions: 13, spend: 1_000 / 6, revenue: 650 }) })
    expect(verdictOf(few)).toMatchObject({ verdict: 'inconclusive', driftPct: null, driftScore: null })
    expect(verdictOf(few).observed).not.toBeNull()
    expect(verdictOf(rows({ lastRowAge: 99 })).driftScore).toBe(-53)
  })

  test('a claim that fits several series is judged by the first, unless they contradict each other', () => {
    const claim = { metric: 'roas', value: 4.4, conversions: null, windowDays: 10 } as const
    const half = rows({ sums: { ...winning, revenue: 1_300 } })
    const few = rows({ sums: sumsOf({ conversions: 4, spend: 100, revenue: 100 }) })
    const judge = (value: number, ...compared: ClaimRows[]) =>
      judgeClaimOfSeveral(
        { ...claim, value },
        compared.map((one) => ({ rows: one, baseline: exampleBaseline })),
        thresholds,
      ).verdict
    expect(judge(4.4, rows())).toBe('confirmed')
    expect(judge(4.4, half)).toBe('overstated')
    expect(judge(4.4, rows(), half)).toBe('not_comparable')
    expect(judge(4.4, rows(), few)).toBe('confirmed')
    expect(judge(9, rows(), half)).toBe('overstated')
  })

  test('without a baseline only the rows count', () => {
    const alone = verdictOf(rows(), null)
    expect(alone.observed).toBeCloseTo(2_600 / 600, 12)
    // ln(4.333/6), divided by the root of (1 + 0.8²)/40 + 0.1².
    expect(alone.delta).toBeCloseTo(-0.3254, 4)
    expect(alone.z).toBeCloseTo(-1.441, 3)
    expect(alone.verdict).toBe('inconclusive')
    const unearned = verdictOf(rows({ sums: { ...winning, revenue: 0 } }), null)
    expect(unearned).toMatchObject({ verdict: 'overstated', observed: 0, driftPct: -100, driftScore: -100 })
  })
})
