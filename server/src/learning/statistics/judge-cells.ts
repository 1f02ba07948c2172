// State of each planner cell, and the normal distribution of its log lift over the baseline.
// Input: the cells, the ads of one comparison group, its baseline. Output: each cell with state, estimate,
// P(better), and the mean and sd that the plan samples from.

import type { Cell, CellState, Thresholds } from '@atelier/contract'
import type { BaselineRates } from './compute-baseline.ts'
import { estimate } from './estimate.ts'
import { areTired } from './fatigue.ts'
import { type Ad, judgeAd, type Standing } from './judge-ad.ts'
import { noOrderValues, orderValueCv } from './order-value-cv.ts'
import { poolAds } from './pool-ads.ts'
import { noSums } from './sums.ts'

/** The ingredients that define a cell: one CEP, one character or none, one media type and one orientation. */
export type CellIngredients = Pick<Cell, 'cepId' | 'characterId' | 'mediaType' | 'orientation'>

/** Normal distribution of ln(lift over the baseline). */
type Prior = { mean: number; sd: number }

/** A cell, and the distribution that its log lift is drawn from. */
export type JudgedCell = Cell & Prior

/**
 * The state of every cell, judged by the ads of one comparison group. Cells with rows come first; otherwise
 * the order is kept.
 */
export function judgeCells(
  cells: CellIngredients[],
  ads: Ad[],
  baseline: BaselineRates | null,
  thresholds: Thresholds,
): JudgedCell[] {
  const byCell = Map.groupBy(
    ads.filter(({ days }) => days > 0),
    ({ ingredients }) => cellKey(ingredients),
  )
  const prior = priorWithoutRows(ads, baseline)
  const judged = cells.map((cell) =>
    judgeCell(cell, byCell.get(cellKey(cell)) ?? [], { baseline, thresholds, prior }),
  )
  return [...judged.filter(({ ads }) => ads > 0), ...judged.filter(({ ads }) => ads === 0)]
}

/** The same text for the same cell; other fields of the object are ignored. */
const cellKey = ({
  cepId,
  characterId,
  mediaType,
  orientation,
}: { [Part in keyof CellIngredients]: unknown }) =>
  [cepId, characterId ?? '', mediaType, orientation].join(' ')

function judgeCell(
  { cepId, characterId, mediaType, orientation }: CellIngredients,
  ads: Ad[],
  { baseline, thresholds, prior }: { baseline: BaselineRates | null; thresholds: Thresholds; prior: Prior },
): JudgedCell {
  const ingredients = { cepId, characterId, mediaType, orientation }
  if (ads.length === 0)
    return { ...ingredients, state: 'untested', estimate: null, probabilityBetter: null, ads: 0, ...prior }
  // The largest ad is not capped: one ad makes a cell.
  const standing = judgeAd(poolAds(ads), baseline, thresholds)
  const isTired = areTired(ads, (ad) => judgeAd(ad, baseline, thresholds).tier)
  return {
    ...ingredients,
    state: isTired ? 'tired' : stateOf(standing),
    estimate: standing.estimate,
    probabilityBetter: standing.probabilityBetter,
    ads: ads.length,
    ...(standing.lift === null || standing.sd === null
      ? prior
      : { mean: Math.log(standing.lift), sd: standing.sd }),
  }
}

const stateOf = ({ tier }: Standing): CellState =>
  tier === 'winner' ? 'winning' : tier === 'loser' ? 'losing' : 'open'

/** The distribution of a cell without rows: log lift 0, with the sd of an estimate without rows. */
function priorWithoutRows(ads: Ad[], baseline: BaselineRates | null): Prior {
  const { sd } = estimate(ads[0]?.metric ?? 'roas', noSums, baseline, orderValueCv(noSums, noOrderValues))
  // Without a baseline every cell has this distribution, so any sd gives the same plan.
  return { mean: 0, sd: sd ?? 1 }
}
