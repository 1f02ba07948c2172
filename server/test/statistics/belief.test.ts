import { describe, expect, test } from 'vitest'
import {
  type CellAd,
  type CellName,
  fitBelief,
  forecastLift,
  liftOf,
} from '../../src/learning/planning/fit-belief.ts'
import { fitFading } from '../../src/learning/planning/fit-fading.ts'
import { readBelief, storeBelief } from '../../src/learning/planning/store-belief.ts'
import { seededRandom } from '../../src/learning/statistics/index.ts'

const cell = (key: string, parts: string[] = []): CellName => ({ key, parts })

const ad = (key: string, began: number, events: number, exposure: number): CellAd => ({
  cell: cell(key),
  began,
  weeks: [{ exposure, events }],
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
    const { mean, sd } = forecastLift(belief, cell('a'), 0)
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
    const { mean, sd } = forecastLift(belief, cell('a'), 0)
    expect([mean, sd]).toEqual([expect.closeTo(eta, 8), expect.closeTo(Math.sqrt(variance), 8)])
  })

  const four = [ad('a', 0, 60, 30), ad('a', 40, 66, 30), ad('b', 0, 15, 30), ad('b', 40, 14, 30)]

  test('good cells are told from bad ones and from those that were never tried', () => {
    const belief = fitBelief(four)
    const [good, bad, unknown] = ['a', 'b', 'c'].map((key) => forecastLift(belief, cell(key), 0))
    expect(good?.mean).toBeGreaterThan((unknown?.mean ?? 0) + 0.3)
    expect(bad?.mean).toBeLessThan((unknown?.mean ?? 0) - 0.3)
    expect(unknown?.sd).toBeGreaterThan(good?.sd ?? 9)
  })

  test('wear is learned from ads of one cell that follow each other', () => {
    const falling = [100, 90, 81, 73, 66, 59].map((events, no) => ad('a', no * 4, events, 100))
    const steady = falling.map((one) => ({ ...one, weeks: [{ exposure: 100, events: 80 }] }))
    const wearOf = (ads: CellAd[]) => fitBelief(ads).shared[1] ?? 0
    expect(wearOf(falling)).toBeLessThan(wearOf(steady) - 0.02)
    expect(forecastLift(fitBelief(falling), cell('a'), 6).mean).toBeLessThan(
      forecastLift(fitBelief(falling), cell('a'), 0).mean,
    )
  })

  test('how far cells differ is learned', () => {
    const ads = (spread: number) =>
      Array.from({ length: 12 }, (_, no) => ad(`${no}`, 0, 400 * Math.exp(no % 2 ? spread : -spread), 400))
    expect(fitBelief(ads(0.05)).tau).toBeLessThan(0.35)
    expect(fitBelief(ads(0.8)).tau).toBeGreaterThan(0.55)
  })

  test('where ingredients add up, an untested cell of good ingredients is expected to be good', () => {
    const effects = [0.6, -0.6, 0.5, -0.5, 0, 0]
    const ads = effects.flatMap((one, i) =>
      effects.flatMap((other, j) =>
        i === 0 && j === 0
          ? []
          : [
              {
                ...ad(`${i}${j}`, 0, Math.round(400 * Math.exp(one + other)), 400),
                cell: cell(`${i}${j}`, [`cep${i}`, `character${j}`]),
              },
            ],
      ),
    )
    const belief = fitBelief(ads)
    expect(belief.tauPart).toBeGreaterThan(0)
    expect(forecastLift(belief, cell('00', ['cep0', 'character0']), 0).mean).toBeGreaterThan(0.5)
    expect(forecastLift(belief, cell('new', ['cep9', 'character9']), 0).sd).toBeGreaterThan(
      forecastLift(belief, cell('00', ['cep0', 'character0']), 0).sd,
    )
  })

  test('where they do not, ingredients are not believed in', () => {
    const ads = Array.from({ length: 36 }, (_, no) => {
      const [i, j] = [no % 6, Math.floor(no / 6)]
      const effect = seededRandom(`cell ${no}`).normal() * 0.45
      return {
        ...ad(`${no}`, 0, Math.round(400 * Math.exp(effect)), 400),
        cell: cell(`${no}`, [`cep${i}`, `character${j}`]),
      }
    })
    expect(fitBelief(ads).tauPart).toBe(0)
  })

  test('the interval of the lift contains what an ad adds by itself', () => {
    const { expected, low, high } = liftOf(fitBelief(four), cell('a'), 0)
    expect(expected).toBeGreaterThan(1)
    expect(Math.log(high / expected)).toBeCloseTo(Math.log(expected / low), 8)
    expect(Math.log(high / expected)).toBeGreaterThan(1.2816 * 0.25)
  })

  test('a stored belief gives the same forecasts', () => {
    const belief = fitBelief(
      four.map((one, no) => ({ ...one, cell: cell(one.cell.key, [`cep${no % 2}`, 'nobody']) })),
    )
    const stored = JSON.parse(JSON.stringify(storeBelief(belief, new Set(['a', 'b']))))
    const read = readBelief(stored)
    for (const key of ['a', 'b', 'c'])
      for (const what of ['mean', 'sd'] as const)
        expect(forecastLift(read, cell(key, ['cep0', 'nobody']), 2)[what]).toBeCloseTo(
          forecastLift(belief, cell(key, ['cep0', 'nobody']), 2)[what],
          4,
        )
    expect(readBelief(storeBelief(belief, new Set(['a']))).numbers.has('b')).toBe(false)
  })

  test('the order of the ads does not matter', () => {
    const belief = fitBelief(four)
    const reversed = fitBelief(four.toReversed())
    for (const [no, { mean }] of belief.cells.entries()) expect(reversed.cells[no]?.mean).toBeCloseTo(mean, 8)
  })
})
