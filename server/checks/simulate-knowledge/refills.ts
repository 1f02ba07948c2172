import { thresholdsByDefault } from '@atelier/contract'
import { type Ad, type CellIngredients, judgeCells, samplePlan } from '#learning/statistics'
import { cellKey, drawTruth, type Market, type Refill } from './run-market.ts'

/** A fatigued ad that never recovers, and so counts against new ads of its cell for ever. */
const unrested = (ad: Ad): Ad => (ad.isFatigued || ad.isDeclining ? { ...ad, lastRowAge: 0 } : ad)

/** Policies for new ads. All of them start with the first cells of the list. */
export const refills: Record<string, Refill> = {
  'the plan': begun(planned),
  'the plan, once fatigued for ever': begun((market, need) =>
    planned({ ...market, ads: market.ads.map(unrested) }, need),
  ),
  'repeat the winner': begun((market, need) => {
    const [best] = judgeCells(market.cells, market.ads, market.usual, thresholdsByDefault)
      .filter(({ estimate }) => estimate !== null)
      .sort((a, b) => (b.estimate ?? 0) - (a.estimate ?? 0))
    return best ? Array.from({ length: need }, () => best) : []
  }),
  'round robin': begun(inTurn),
  'always the truly best': ({ seed, cells }, need) => {
    const { factors } = drawTruth(seed)
    const worth = (cell: CellIngredients) => factors.get(cellKey(cell)) ?? 0
    const best = cells.toSorted((a, b) => worth(b) - worth(a)).slice(0, 1)
    return Array.from({ length: need }, () => best).flat()
  },
}

function begun(refill: Refill): Refill {
  return (market, need) => (market.ads.length === 0 ? inTurn(market, need) : refill(market, need))
}

function inTurn({ cells, ads }: Market, need: number): CellIngredients[] {
  return Array.from(
    { length: need },
    (_, index) => cells[(ads.length + index) % cells.length] as CellIngredients,
  )
}

function planned({ seed, day, cells, ads, usual }: Market, need: number): CellIngredients[] {
  const judged = judgeCells(cells, ads, usual, thresholdsByDefault)
  return samplePlan(judged, need, `${seed} ${day}`).flatMap(({ count, ...cell }) =>
    Array.from({ length: count }, () => cell),
  )
}
