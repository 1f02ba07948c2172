import { describe, expect, test } from 'vitest'
import { foreseeRunning } from '../../src/learning/outlooks/foresee-running.ts'
import { type OwnAd, toOwnAd } from '../../src/learning/outlooks/own-ad.ts'
import { mostAlike, planReplacements, type Replacing } from '../../src/learning/plans/plan-replacements.ts'

const TODAY = '2026-11-20'
const DAYS = 10
const BEGAN = Date.parse(TODAY) / 86_400_000 - DAYS

type Given = { currency?: string; objective?: string; clicks?: number; conversions?: number }

/** An ad of ten days. Usual in these tests is a conversion for 20 in EUR. */
function ad(platformAdId: string, spend: number, given: Given): OwnAd {
  const { currency = 'EUR', objective = 'sales', clicks = 0, conversions = 0 } = given
  return toOwnAd({
    id: platformAdId,
    adId: Number.parseInt(platformAdId.replace(/\D/g, ''), 10),
    productId: 'prd',
    platformAdId,
    mediaId: null,
    comparisonGroup: { objective, currency, conversionType: 'purchase', attribution: '7d_click' },
    evidence: 'observed',
    ingredients: {
      cepId: 'cep',
      angle: null,
      characterId: null,
      noCharacter: null,
      mediaType: 'IMAGE',
      orientation: 'square',
      hook: null,
    },
    cepText: null,
    firstDay: '2026-11-10',
    lastDay: '2026-11-19',
    began: BEGAN,
    lastRowAge: 0,
    days: DAYS,
    spend,
    revenue: 2 * spend,
    isFatigued: false,
    isDeclining: false,
    weeks: [
      [0, 7, 0.7 * spend, 70 * clicks, 0.7 * clicks, 0.7 * conversions],
      [1, 3, 0.3 * spend, 30 * clicks, 0.3 * clicks, 0.3 * conversions],
    ],
  })
}

const by = (name: string, expected: number, reason = 'Won with 1 of 1 ad.'): Replacing => ({
  cepId: name,
  characterId: null,
  mediaType: 'IMAGE',
  orientation: 'square',
  reason,
  cepText: name,
  hook: null,
  lift: { expected, low: 0, high: 9 },
})

describe('which ad is replaced first', () => {
  const orderOf = (ads: OwnAd[]) => {
    const { running } = foreseeRunning(ads, ads, ads, TODAY)
    return planReplacements(running, () => []).map(({ platformAdId }) => platformAdId)
  }

  test('one that loses already comes before one that spends more and will fall', () => {
    const ads = [
      ad('good-1', 20_000, { conversions: 1_050 }),
      ad('good-2', 20_000, { conversions: 1_100 }),
      ad('soon-3', 20_000, { conversions: 1_300 }),
      ad('loser-4', 500, { conversions: 4 }),
      ad('weak-5', 600, { conversions: 27 }),
    ]
    const { running } = foreseeRunning(ads, ads, ads, TODAY)
    const found = new Map(running.map((one) => [one.platformAdId, one]))
    const [loser, weak, soon] = ['loser-4', 'weak-5', 'soon-3'].map((name) => found.get(name))
    expect([loser?.fall.days, weak?.fall.days, (soon?.fall.days ?? 0) > 0]).toEqual([0, 0, true])
    // What will fall has far more at risk, and even more to lose in the next days.
    expect(soon?.spendAtRisk).toBeGreaterThan(10 * (loser?.spendAtRisk ?? 0))
    expect(soon?.expectedLoss).toBeGreaterThan(loser?.expectedLoss ?? 99_999)
    expect(loser?.expectedLoss).toBeGreaterThan(weak?.expectedLoss ?? 999)
    const order = orderOf(ads)
    expect(order.indexOf('loser-4')).toBeLessThan(order.indexOf('weak-5'))
    expect(order.indexOf('weak-5')).toBeLessThan(order.indexOf('soon-3'))
  })

  test('losses of several currencies and objectives are compared by what a conversion costs', () => {
    const ads = [
      ad('good-1', 20_000, { conversions: 1_500 }),
      ad('loses-2', 4_000, { conversions: 40 }),
      ad('loses-3', 2_000, { conversions: 20 }),
      // In yen a conversion costs a hundred times as much.
      ad('good-4', 2_000_000, { currency: 'JPY', conversions: 1_500 }),
      ad('loses-5', 250_000, { currency: 'JPY', conversions: 25 }),
      // Clicks are many, but what is lost is little money.
      ad('good-6', 2_000, { objective: 'traffic', clicks: 9_000 }),
      ad('loses-7', 200, { objective: 'traffic', clicks: 300 }),
    ]
    expect(orderOf(ads).filter((name) => name?.startsWith('loses'))).toEqual([
      'loses-2',
      'loses-5',
      'loses-3',
      'loses-7',
    ])
  })
})

describe('what replaces it', () => {
  const running = (count: number) =>
    Array.from({ length: count }, (_, no) => ({
      ...by('running', 0),
      platformAdId: `ad-${no}`,
      generatedMediaId: null,
      firstDay: '2026-11-10',
      lastDay: '2026-11-19',
      fading: false,
      fall: { days: 0, earliest: 0, latest: 0, due: true },
      spendAtRisk: 10,
      expectedLoss: 10 - no,
      currency: 'EUR',
      urgency: 10 - no,
    }))
  const named = (count: number, proposals: Replacing[][]) =>
    planReplacements(running(count), () => proposals).map((one) => one.by?.cepId ?? null)

  test('the best comes first, and neighbours differ while there is another combination', () => {
    const [a, b, c] = [by('a', 1.2), by('b', 1.5), by('c', 1)]
    expect(named(5, [[a, a], [b, b], [c]])).toEqual(['b', 'a', 'b', 'a', 'c'])
    expect(
      named(5, [
        [c, c],
        [b, b, b],
      ]),
    ).toEqual(['b', 'c', 'b', 'c', 'b'])
    expect(named(5, [[b, b, b, b], [c]])).toEqual(['b', 'c', 'b', 'b', 'b'])
    // The second use of a combination is worth less than the first.
    expect(named(4, [[b, by('b', 1.1)], [a], [c]])).toEqual(['b', 'a', 'b', 'c'])
    expect(named(3, [[a]])).toEqual(['a', null, null])
    expect(named(0, [])).toEqual([])
  })

  test('one that has to replace more than a quarter says so', () => {
    const reasons = (proposals: Replacing[][]) =>
      planReplacements(running(8), () => proposals).map((one) => one.by?.reason)
    const [a, b] = [by('a', 1.2), by('b', 1.5)]
    expect([1, 4, 5, 8, 20].map(mostAlike)).toEqual([1, 1, 2, 2, 5])
    const same = (count: number) =>
      `Won with 1 of 1 ad. Proposed for ${count} ads: too few other combinations are left that do not lose.`
    expect(reasons([Array(5).fill(a), Array(3).fill(b)])).toEqual([
      ...Array(6)
        .fill([same(3), same(5)])
        .flat()
        .slice(0, 6),
      same(5),
      same(5),
    ])
    expect(reasons([[a, a], [b]]).slice(0, 3)).toEqual(Array(3).fill('Won with 1 of 1 ad.'))
  })
})
