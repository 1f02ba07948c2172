import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AgingAd, fitDecay, leftAt } from '../../src/learning/planning/fit-decay.ts'
import { type Fall, forecastFalls } from '../../src/learning/planning/forecast-fall.ts'

const truth = { fresh: 3, halfLife: 9 }

/** An ad with exactly what this curve and level make, for so many days. */
function ad(level: number, age: number, exposureADay = 20, cell = 'a'): AgingAd {
  const weeks = Array.from({ length: Math.ceil(age / 7) }, (_, week) => {
    const days = Math.min(7, age - 7 * week)
    const events = Array.from({ length: days }, (_, day) => leftAt(truth, 7 * week + day) * exposureADay)
    return {
      week,
      days,
      exposure: days * exposureADay,
      events: Math.exp(level) * events.reduce((sum, one) => sum + one, 0),
    }
  })
  return { cell, age, weeks }
}

const alone = (ads: AgingAd[]): Fall[] =>
  forecastFalls(
    ads,
    ads.map((_, no) => [{ no, share: 1 }]),
  )

describe('how ads fade', () => {
  test('before any ad all curves are possible', () => {
    const { curves, levels } = fitDecay([])
    expect(curves.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 10)
    expect(Math.max(...curves.map(({ weight }) => weight))).toBeLessThan(0.2)
    expect(levels.flat()).toEqual([])
  })

  test('many ads show their curve, and the level of each', () => {
    const values = [-0.3, 0, 0.3, 0.6, 0.1, -0.1]
    const { curves, levels } = fitDecay(values.map((level, no) => ad(level, 28, 20, `${no}`)))
    const best = curves.reduce((best, _, no) => {
      return (curves[no]?.weight ?? 0) > (curves[best]?.weight ?? 0) ? no : best
    }, 0)
    expect(curves[best]).toMatchObject(truth)
    expect(curves[best]?.weight).toBeGreaterThan(0.7)
    for (const [no, level] of values.entries()) expect(levels[best]?.[no]?.mean).toBeCloseTo(level, 1)
  })
})

describe('when an ad falls', () => {
  const old = [0.2, 0.1, 0, -0.1].map((level, no) => ad(level, 28, 20, `old ${no}`))

  test('on the day on which the curve meets the usual', () => {
    // 0.7 above the usual, halving in nine days after three: ln 2 of it is gone on day 12.
    const [fall] = alone([ad(0.7, 6, 60), ...old])
    expect(fall?.days).toBeGreaterThanOrEqual(4)
    expect(fall?.days).toBeLessThanOrEqual(8)
    expect(fall?.isDue).toBe(true)
  })

  test('now, soon, or not for long', () => {
    const [under, near, far] = alone([ad(-1, 10), ad(0.8, 10), ad(3, 2, 60), ...old])
    expect(under).toMatchObject({ days: 0, isDue: true, shareAtRisk: expect.closeTo(1, 1) })
    expect([near?.isDue, (near?.days ?? 0) > 0]).toEqual([true, true])
    expect([far?.isDue, (far?.days ?? 99) > 20, (far?.shareAtRisk ?? 1) < 0.01]).toEqual([false, true, true])
  })

  test('the interval is around the forecast, and narrower with more events', () => {
    const day = (value: number | null): number => value ?? 99
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 2, noNaN: true }),
        fc.integer({ min: 1, max: 40 }),
        (level, age) => {
          for (const { earliest, days, latest, shareAtRisk, shareLost } of alone([ad(level, age), ...old])) {
            expect(day(earliest)).toBeLessThanOrEqual(day(days))
            expect(day(days)).toBeLessThanOrEqual(day(latest))
            expect(shareAtRisk).toBeGreaterThanOrEqual(0)
            expect(shareAtRisk).toBeLessThanOrEqual(1)
            expect(shareLost).toBeGreaterThanOrEqual(0)
            expect(shareLost).toBeLessThanOrEqual(shareAtRisk)
          }
        },
      ),
      { numRuns: 20 },
    )
    const widthOf = (exposure: number) => {
      const [fall] = alone([ad(0.7, 6, exposure), ...old])
      return day(fall?.latest ?? null) - day(fall?.earliest ?? null)
    }
    expect(widthOf(100)).toBeLessThan(widthOf(2))
  })

  test('what is lost is what is missing to the usual', () => {
    // Of thousands of events little is open: the level is -1, and what is left of it fades day by day.
    const left = [11, 12, 13, 14, 15, 16, 17].map((age) => Math.exp(-1) * leftAt(truth, age))
    const missing = 1 - left.reduce((sum, one) => sum + one, 0) / left.length
    const [worst, bad, good] = alone([ad(-1, 10, 2_000), ad(0.3, 10, 2_000), ad(3, 2, 2_000), ...old])
    expect(worst?.shareLost).toBeCloseTo(missing, 2)
    expect([bad?.days, bad?.shareAtRisk]).toEqual([0, expect.closeTo(1, 2)])
    expect(bad?.shareLost).toBeLessThan(0.7 * missing)
    expect(good?.shareLost).toBeLessThan(0.001)
  })

  test('ads together are between the best and the worst of them', () => {
    const ads = [ad(0.2, 7), ad(1.2, 7), ...old]
    const [worse, better, both] = forecastFalls(ads, [
      [{ no: 0, share: 1 }],
      [{ no: 1, share: 1 }],
      [
        { no: 0, share: 0.5 },
        { no: 1, share: 0.5 },
      ],
    ])
    expect(both?.days).toBeGreaterThan(worse?.days ?? 99)
    expect(both?.days).toBeLessThan(better?.days ?? 0)
  })
})
