import { describe, expect, test } from 'vitest'
import {
  chooseSeries,
  explainFewWinners,
  explainPlace,
  hasOwnBaseline,
  joinSeries,
  type Life,
  type LifeWeek,
  nameCell,
} from '../../src/learning/planning/index.ts'

const cellOf = (no: number) =>
  nameCell({ cepId: `cep_${no}`, characterId: null, mediaType: 'IMAGE', orientation: 'portrait' })

const week = (spend: number, conversions: number, no = 0): LifeWeek => [
  no,
  7,
  spend,
  100 * spend,
  spend,
  conversions,
]

let ids = 0
const life = (change: Partial<Life> = {}): Life => ({
  id: `hst_${ids++}`,
  adId: 1,
  productId: 'prd_1',
  group: 'EUR',
  metric: 'roas',
  evidence: 'observed',
  began: 0,
  days: 7,
  revenue: 100,
  weeks: [week(100, 4)],
  cell: cellOf(1),
  ...change,
})

describe('one ad counts once', () => {
  test.each<[string, Partial<Life>, Partial<Life>]>([
    ['orders before clicks', {}, { metric: 'ctr', days: 30 }],
    ['orders with a value before others', { days: 3 }, { revenue: 0 }],
    ['more days', { days: 8 }, { weeks: [week(100, 40)] }],
    ['corroborated', { evidence: 'corroborated' }, { weeks: [week(100, 40)] }],
    ['more events', { weeks: [week(100, 40)] }, {}],
  ])('%s', (_, better, worse) => {
    const [one, other] = [life(better), life(worse)]
    expect(chooseSeries([one, other])).toEqual([one])
    expect(chooseSeries([other, one])).toEqual([one])
  })
})

describe('one scale', () => {
  test('the same lift is the same in every currency and metric', () => {
    const pair = (group: string, metric: 'roas' | 'ctr', factor: number, at: number) =>
      [1, 2].map((times, no) =>
        life({
          group,
          metric,
          adId: at + no,
          cell: cellOf(no),
          weeks: [[0, 7, 1_000 * factor, 100_000, 1_000 * times, 40 * times]],
        }),
      )
    const all = [
      ...pair('EUR', 'roas', 1, 10),
      ...pair('JPY', 'roas', 160, 20),
      ...pair('link', 'ctr', 1, 30),
    ]
    const ads = joinSeries(chooseSeries(all), all)
    const lifts = ads.map(({ weeks }) => (weeks[0]?.events ?? 0) / (weeks[0]?.exposure ?? 1))
    expect(lifts.map((lift) => lift.toFixed(4))).toEqual(
      Array.from({ length: 3 }, () => ['0.6667', '1.3333']).flat(),
    )
  })

  test('weeks from the fourth on are one; an ad that is made of unknown things is left out', () => {
    const weeks = [0, 1, 2, 3, 4, 9].map((no) => week(100, 5, no))
    const known = life({ weeks })
    const ads = joinSeries([known, life({ adId: 2, cell: null })], [known])
    expect(ads.map((ad) => ad.weeks.map((one) => one?.events))).toEqual([[5, 5, 5, 15]])
  })

  test('a product with little data leans on its owner, and less so with more', () => {
    const others = life({ productId: 'prd_2', adId: 9, weeks: [week(10_000, 400)] })
    const usualOf = (own: Life) =>
      (joinSeries([own], [own, others])[0]?.weeks[0]?.exposure ?? 0) / (own.weeks[0]?.[2] ?? 1)
    const rates = [week(10, 2), week(50, 10), week(90, 18)].map((one) => usualOf(life({ weeks: [one] })))
    expect(rates[0]).toBeGreaterThan(0.04)
    expect(rates[1]).toBeGreaterThan(rates[0] ?? 1)
    expect(rates[2]).toBeLessThan(0.2)
    expect(usualOf(life({ weeks: [week(100, 20)] }))).toBeCloseTo(0.2, 10)
    expect([19, 20].map((count) => hasOwnBaseline([life({ weeks: [week(100, count)] })]))).toEqual([
      false,
      true,
    ])
  })

  test('without any event of the owner an ad says nothing', () => {
    const silent = life({ weeks: [week(300, 0)] })
    expect(joinSeries([silent], [silent])[0]?.weeks[0]?.exposure).toBe(0)
  })
})

describe('sentences', () => {
  const lift = { expected: 1.42, low: 0.9, high: 2.2 }
  const cell = {
    state: 'winning',
    ads: 4,
    won: 3,
    isLastFading: false,
    isCompared: true,
    hasHook: true,
    lift,
  } as const

  test.each([
    [explainPlace(cell, 1), 'Won with 3 of 4 ads: one more with its hook.'],
    [
      explainPlace({ ...cell, isLastFading: true }, 3),
      'Won with 3 of 4 ads, the last one is fading: one more with its hook, and two with new hooks.',
    ],
    [explainPlace({ ...cell, hasHook: false }, 2), 'Won with 3 of 4 ads: two more, with new hooks.'],
    [
      explainPlace({ ...cell, state: 'tired', ads: 1, won: 1, isLastFading: true, hasHook: false }, 1),
      'Won with 1 of 1 ad, and it is fading; a fresh one is expected at 1.4 times the usual: ' +
        'one more, with a new hook.',
    ],
    [
      explainPlace({ ...cell, state: 'open', won: 0, ads: 1, hasHook: false }, 1),
      'Ran in 1 ad without a clear win; a fresh one is expected at 1.4 times the usual: ' +
        'one more, with a new hook.',
    ],
    [
      explainPlace({ ...cell, state: 'open', won: 0, ads: 2, hasHook: false, isCompared: false }, 1),
      'Ran in 2 ads, with too few results to compare: one more, with a new hook.',
    ],
    [
      explainPlace({ ...cell, state: 'untested', ads: 0, won: 0, hasHook: false }, 2),
      'Never tried, expected at 1.4 times the usual: two ads to find out.',
    ],
  ])('%s', (said, expected) => {
    expect(said).toBe(expected)
  })

  test('few places for winners are explained, enough are not', () => {
    const worn = { lift: { expected: 0.92, low: 0.6, high: 1.3 }, recent: 6 }
    const asked = { need: 5, following: 1, winners: [worn], other: { expected: 1, low: 0.5, high: 2 } }
    expect(explainFewWinners(asked)).toBe(
      'Only 1 of 5 places follow a winner: one more of the best is expected at 0.9 times the usual after ' +
        '6 ads in 30 days, and another combination at 1.0.',
    )
    expect(explainFewWinners({ ...asked, following: 3 })).toBeNull()
    expect(explainFewWinners({ ...asked, following: 0, winners: [] })).toBeNull()
  })
})
