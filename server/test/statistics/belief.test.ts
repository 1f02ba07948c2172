import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cholesky, type Matrix, solveLower, solveUpper } from '../../src/learning/planning/cholesky.ts'
import { drawPlaces } from '../../src/learning/planning/draw-places.ts'
import { type CellAd, fitBelief, forecastLift } from '../../src/learning/planning/fit-belief.ts'
import { fitFading } from '../../src/learning/planning/fit-fading.ts'
import { seededRandom } from '../../src/learning/statistics/index.ts'

const ad = (cell: string, began: number, events: number, exposure: number): CellAd => ({
  cell,
  began,
  weeks: [{ exposure, events }],
})

describe('linear algebra', () => {
  const matrix = fc.integer({ min: 1, max: 8 }).chain((size) =>
    fc.array(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: size, maxLength: size }), {
      minLength: size,
      maxLength: size,
    }),
  )

  test('the two solutions undo the factor', () => {
    fc.assert(
      fc.property(matrix, (rows) => {
        // B * B' + I is symmetric and positive definite.
        const size = rows.length
        const at = (i: number, j: number) =>
          (rows[i] ?? []).reduce((sum, value, k) => sum + value * (rows[j]?.[k] ?? 0), i === j ? 1 : 0)
        const product: Matrix = rows.map((_, i) => Float64Array.from(rows, (_, j) => at(i, j)))
        const truth = Float64Array.from({ length: size }, (_, i) => i - 2)
        const right = Float64Array.from(product, (row) =>
          row.reduce((sum, value, j) => sum + value * (truth[j] ?? 0), 0),
        )
        const factor = cholesky(product)
        const found = solveUpper(factor, solveLower(factor, right))
        for (const [i, value] of found.entries()) expect(value).toBeCloseTo(truth[i] ?? 0, 6)
      }),
    )
  })

  test('a matrix that is not positive definite is refused', () => {
    expect(() => cholesky([Float64Array.of(1, 2), Float64Array.of(2, 1)])).toThrow(/positive definite/)
  })
})

describe('fading', () => {
  test('without rows it is the usual curve', () => {
    expect(fitFading([]).curve).toEqual([1, 0.9, 0.72, 0.55].map((value) => expect.closeTo(value, 10)))
  })

  test('much data moves the curve to what was seen, whatever the level of each ad', () => {
    const curve = [1, 0.6, 0.3, 0.1]
    const ads = [0.5, 1, 2].map((level) =>
      curve.map((faded) => ({ exposure: 5_000, events: 5_000 * level * faded })),
    )
    const fitted = fitFading(ads).curve
    for (const [week, faded] of curve.entries()) expect(fitted[week]).toBeCloseTo(faded, 1)
  })

  test('an old ad is not taken for a bad one', () => {
    const fresh = [{ exposure: 100, events: 100 }]
    const old = [100, 90, 72, 55].map((events) => ({ exposure: 100, events }))
    const [ofFresh = 0, ofOld = 0] = fitFading([fresh, old]).expected
    expect(317 / ofOld).toBeCloseTo(100 / ofFresh, 1)
  })
})

describe('belief', () => {
  test('nothing is known without ads', () => {
    const belief = fitBelief([])
    expect(belief.tau).toBeCloseTo(0.45, 10)
    const { mean, sd } = forecastLift(belief, 'a', 0)
    expect([mean, sd]).toEqual([0, expect.closeTo(Math.hypot(0.5, 0.45), 10)])
  })

  test('one ad: the same figures as computed here by hand', () => {
    // One ad with 40 events in its first week; its usual is (40 + 1)/(20 + 1) * 20.
    const belief = fitBelief([ad('a', 0, 40, 20)])
    const expected = (20 * 41) / 21
    // The ad tells one number, level + cell, with this variance around the prior; five steps of Newton.
    let eta = 0
    const prior = 0.5 ** 2 + belief.tau ** 2
    let variance = 0
    for (let round = 0; round < 5; round++) {
      const mu = expected * Math.exp(eta)
      const noise = 1 / mu + 0.0625
      const seen = eta + Math.min(2, Math.max(-1, 40 / mu - 1))
      eta = (seen * prior) / (prior + noise)
      variance = (prior * noise) / (prior + noise)
    }
    const { mean, sd } = forecastLift(belief, 'a', 0)
    expect([mean, sd]).toEqual([expect.closeTo(eta, 8), expect.closeTo(Math.sqrt(variance), 8)])
  })

  const four = [ad('a', 0, 60, 30), ad('a', 40, 66, 30), ad('b', 0, 15, 30), ad('b', 40, 14, 30)]

  test('good cells are told from bad ones and from those that were never tried', () => {
    const belief = fitBelief(four)
    const [good, bad, unknown] = ['a', 'b', 'c'].map((cell) => forecastLift(belief, cell, 0))
    expect(good?.mean).toBeGreaterThan((unknown?.mean ?? 0) + 0.3)
    expect(bad?.mean).toBeLessThan((unknown?.mean ?? 0) - 0.3)
    expect(unknown?.sd).toBeGreaterThan(good?.sd ?? 9)
  })

  test('wear is learned from ads of one cell that follow each other', () => {
    const falling = [100, 90, 81, 73, 66, 59].map((events, no) => ad('a', no * 4, events, 100))
    const steady = falling.map((one) => ({ ...one, weeks: [{ exposure: 100, events: 80 }] }))
    const wearOf = (ads: CellAd[]) => fitBelief(ads).mean[1] ?? 0
    expect(wearOf(falling)).toBeLessThan(wearOf(steady) - 0.02)
    expect(forecastLift(fitBelief(falling), 'a', 6).mean).toBeLessThan(
      forecastLift(fitBelief(falling), 'a', 0).mean,
    )
  })

  test('how far cells differ is learned', () => {
    const ads = (spread: number) =>
      Array.from({ length: 12 }, (_, no) => ad(`${no}`, 0, 400 * Math.exp(no % 2 ? spread : -spread), 400))
    expect(fitBelief(ads(0.05)).tau).toBeLessThan(0.35)
    expect(fitBelief(ads(0.8)).tau).toBeGreaterThan(0.55)
  })

  test('the order of the ads does not matter', () => {
    const belief = fitBelief(four)
    const reversed = fitBelief(four.toReversed())
    for (const [no, mean] of belief.mean.entries()) expect(reversed.mean[no]).toBeCloseTo(mean, 8)
  })
})

describe('places', () => {
  const key = fc.constantFrom(...'abcdefghijkl')
  const ads = fc.array(
    fc
      .record({ cell: key, began: fc.nat(100), events: fc.nat(50), exposure: fc.nat(50) })
      .map((one) => ad(one.cell, one.began, one.events, one.exposure)),
    { maxLength: 20 },
  )
  const cells = fc.uniqueArray(key)
  const draw = (all: CellAd[], from: string[], need: number, seed = 'x') =>
    drawPlaces(fitBelief(all), { cells: from, need, ads: all, today: 100 }, seededRandom(seed))

  test('exactly as many as needed, none if there is no cell, at most half for one of several', () => {
    fc.assert(
      fc.property(ads, cells, fc.nat(50), (all, from, need) => {
        const counts = [...draw(all, from, need).values()]
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(from.length > 0 ? need : 0)
        if (from.length > 1) expect(Math.max(0, ...counts)).toBeLessThanOrEqual(Math.ceil(need / 2))
      }),
    )
  })

  test('the same seed gives the same places, another seed others', () => {
    const all = [ad('a', 90, 5, 4)]
    const from = [...'abcdefghijkl']
    expect(draw(all, from, 9, 'x')).toEqual(draw(all, from, 9, 'x'))
    expect(draw(all, from, 9, 'x')).not.toEqual(draw(all, from, 9, 'y'))
  })

  test('good cells are repeated, bad ones are not, and new ones are tried', () => {
    const all = [
      ...[0, 35, 70].map((began) => ad('good', began, 80, 40)),
      ...[0, 35, 70].map((began) => ad('bad', began, 20, 40)),
      ...[0, 35, 70].map((began) => ad('middle', began, 40, 40)),
    ]
    const made: { [cell: string]: number; good?: number; bad?: number; new?: number } = {}
    for (let day = 0; day < 200; day++)
      for (const [cell, count] of draw(all, ['good', 'bad', 'middle', 'new'], 5, `${day}`))
        made[cell] = (made[cell] ?? 0) + count
    expect(made.good).toBeGreaterThan(2.4 * 200)
    expect(made.bad ?? 0).toBeLessThan(20)
    expect(made.new).toBeGreaterThan(50)
  })
})
