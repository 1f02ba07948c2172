import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawPlaces } from '../../src/learning/planning/draw-places.ts'
import { type CellAd, countRecent, fitBelief } from '../../src/learning/planning/fit-belief.ts'
import { seededRandom } from '../../src/learning/statistics/index.ts'

const ad = (key: string, began: number, events: number, exposure: number): CellAd => ({
  cell: { key, parts: [] },
  began,
  weeks: [{ exposure, events }],
})

describe('places', () => {
  const key = fc.constantFrom(...'abcdefghijkl')
  const ads = fc.array(
    fc
      .record({ key, began: fc.nat(100), events: fc.nat(50), exposure: fc.nat(50) })
      .map((one) => ad(one.key, one.began, one.events, one.exposure)),
    { maxLength: 20 },
  )
  const cells = fc.uniqueArray(key)
  const draw = (all: CellAd[], from: string[], need: number, seed = 'x') =>
    drawPlaces(
      fitBelief(all),
      {
        cells: from.map((key) => {
          const began = all.filter((one) => one.cell.key === key).map((one) => one.began)
          return { key, parts: [], recent: countRecent(began, 100) }
        }),
        need,
      },
      seededRandom(seed),
    )

  test('exactly as many as needed, none if there is no cell, at most half for one of several', () => {
    fc.assert(
      fc.property(ads, cells, fc.nat(50), (all, from, need) => {
        const counts = [...draw(all, from, need).values()]
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(from.length > 0 ? need : 0)
        if (from.length > 1) expect(Math.max(0, ...counts)).toBeLessThanOrEqual(Math.ceil(need / 2))
      }),
    )
  })

  test('a smaller limit for one cell spreads the places, unless there are too few cells', () => {
    const all = [0, 35, 70].map((began) => ad('a', began, 200, 40))
    const drawAtMost = (from: string, most: number) => {
      const cells = [...from].map((key) => ({ key, parts: [], recent: 0 }))
      return [...drawPlaces(fitBelief(all), { cells, need: 8, most }, seededRandom('x')).values()]
    }
    expect(Math.max(...drawAtMost('abcdef', 8))).toBeGreaterThan(2)
    expect(Math.max(...drawAtMost('abcdef', 2))).toBe(2)
    expect(drawAtMost('ab', 2)).toEqual([4, 4])
    expect(drawAtMost('a', 2)).toEqual([8])
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
    const made: { [key: string]: number; good?: number; bad?: number; new?: number } = {}
    for (let day = 0; day < 200; day++)
      for (const [key, count] of draw(all, ['good', 'bad', 'middle', 'new'], 5, `${day}`))
        made[key] = (made[key] ?? 0) + count
    expect(made.good).toBeGreaterThan(2.4 * 200)
    expect(made.bad ?? 0).toBeLessThan(20)
    expect(made.new).toBeGreaterThan(50)
  })
})
