import { type CellState, thresholdsByDefault } from '@atelier/contract'
import { describe, expect, test } from 'vitest'
import {
  type Ad,
  type CellIngredients,
  computeBaseline,
  type JudgedCell,
  judgeCells,
  noOrderValues,
  noSums,
  type Sums,
  seededRandom,
} from '../../src/learning/statistics/index.ts'

const usual = computeBaseline(
  [{ plain: { spend: 25_000, impressions: 1e6, clicks: 12_000, conversions: 1_000, revenue: 50_000 } }],
  'roas',
)

const name = (no: number): CellIngredients => ({
  cepId: `cep_${no}`,
  characterId: no % 2 ? `chr_${no}` : null,
  mediaType: no % 3 ? 'IMAGE' : 'VIDEO',
  orientation: 'portrait',
})

const ad = (cell: CellIngredients, sums: Partial<Sums>, change: Partial<Ad> = {}): Ad => {
  const plain = { ...noSums, impressions: 20_000, clicks: 240, ...sums }
  return {
    id: 'hst_1',
    campaign: '',
    ingredients: { angle: null, hook: null, noCharacter: null, ...cell },
    metric: 'roas',
    plain,
    weighted: plain,
    orders: noOrderValues,
    days: 7,
    ran: [[0, 7]],
    lastRowAge: 1,
    isFatigued: false,
    isDeclining: false,
    evidence: 'observed',
    driftScore: null,
    ...change,
  }
}

const good = { spend: 600, conversions: 40, revenue: 2_600 }
const middling = { spend: 300, conversions: 12, revenue: 700 }
const bad = { spend: 700, conversions: 14, revenue: 560 }

describe('cells', () => {
  const judge = (...ads: Ad[]) => judgeCells([name(1)], ads, usual, thresholdsByDefault)[0]

  test.each<[CellState, Ad[]]>([
    ['untested', []],
    ['untested', [ad(name(2), good)]],
    ['untested', [ad(name(1), noSums, { days: 0, evidence: 'claimed' })]],
    ['winning', [ad(name(1), good)]],
    ['losing', [ad(name(1), bad)]],
    ['losing', [ad(name(1), { spend: 300 })]],
    ['open', [ad(name(1), middling)]],
    ['tired', [ad(name(1), good, { isFatigued: true })]],
    ['tired', [ad(name(1), bad, { isDeclining: true })]],
    ['tired', [ad(name(1), middling), ad(name(1), middling, { isDeclining: true })]],
    ['open', [ad(name(1), { ...middling, spend: 301 }), ad(name(1), middling, { isDeclining: true })]],
    ['open', [ad(name(1), middling, { isFatigued: true })]],
    ['tired', [ad(name(1), good, { isFatigued: true, lastRowAge: 6 })]],
    ['winning', [ad(name(1), good, { isFatigued: true, lastRowAge: 7 })]],
  ])('a cell is %s', (state, ads) => {
    expect(judge(...ads)?.state).toBe(state)
  })

  test('the ads of a cell are judged together, and one ad is enough', () => {
    const parts = { spend: 150, conversions: 10, revenue: 650 }
    expect(judge(...Array.from({ length: 4 }, () => ad(name(1), parts)))).toMatchObject({
      ...judge(ad(name(1), good)),
      ads: 4,
    })
    expect(judge(ad(name(1), good))).toMatchObject({ estimate: expect.closeTo(4.03, 2), ads: 1 })
  })

  test('an untested cell may be much better or much worse', () => {
    const { mean, sd, estimate } = judge() as JudgedCell
    expect({ mean, sd, estimate }).toEqual({ mean: 0, sd: expect.closeTo(0.679, 3), estimate: null })
  })

  test('tested cells come first', () => {
    const names = [1, 2, 3, 4].map(name)
    const cells = judgeCells(names, [ad(name(3), good)], usual, thresholdsByDefault)
    expect(cells.map(({ cepId }) => cepId)).toEqual(['cep_3', 'cep_1', 'cep_2', 'cep_4'])
  })

  test('without a baseline nothing wins, and all cells have the same probability', () => {
    const cells = judgeCells([name(1), name(2)], [ad(name(1), good)], null, thresholdsByDefault)
    expect(cells.map(({ state, mean, sd }) => ({ state, mean, sd }))).toEqual([
      { state: 'open', mean: 0, sd: 1 },
      { state: 'untested', mean: 0, sd: 1 },
    ])
  })
})

describe('random numbers', () => {
  test('repeat for the same seed and differ for another', () => {
    const some = (seed: string) => {
      const random = seededRandom(seed)
      return Array.from({ length: 5 }, () => random.uniform())
    }
    expect(some('prd_1 2026-01-01')).toEqual(some('prd_1 2026-01-01'))
    expect(some('prd_1 2026-01-01')).not.toEqual(some('prd_1 2026-01-02'))
  })

  test('have the right mean and standard deviation', () => {
    const random = seededRandom('spread')
    const moments = (draw: () => number) => {
      const drawn = Array.from({ length: 100_000 }, draw)
      const mean = drawn.reduce((a, b) => a + b, 0) / drawn.length
      return { mean, sd: Math.sqrt(drawn.reduce((a, b) => a + (b - mean) ** 2, 0) / drawn.length) }
    }
    const near = (value: number) => expect.closeTo(value, 1.7)
    expect(moments(random.uniform)).toEqual({ mean: near(0.5), sd: near(Math.sqrt(1 / 12)) })
    expect(moments(random.normal)).toEqual({ mean: near(0), sd: near(1) })
  })
})
