// State of each planner cell, and the normal distribution of its log lift over the baseline.
// Input: the cells, the ads of one comparison group, its baseline. Output: each cell with state, estimate,
// P(better), and the mean and sd that the plan samples from.

import type { Cell, CellState, Thresholds } from '@atelier/contract'
import type { BaselineRates } from './compute-baseline.ts'
import { estimate } from './estimate.ts'
import { type Ad, judgeAd, type Standing } from './judge-ad.ts'
import { noOrderValues, orderValueCv } from './order-value-cv.ts'
import { poolAds } from './pool-ads.ts'
import { addSums, noSums } from './sums.ts'

/** The ingredients that define a cell: one CEP, one character or none, one media type and one orientation. */
export type CellIngredients = Pick<Cell, 'cepId' | 'characterId' | 'mediaType' | 'orientation'>

/** Normal distribution of ln(lift over the baseline). */
type Prior = { mean: number; sd: number }

/** A cell, and the distribution that its log lift is drawn from. */
export type JudgedCell = Cell & Prior

/** A cell is `tired` when at least this share of its weighted spend is in fatigued or declining ads. */
const FATIGUED_SHARE = 0.5

/**
 * Only ads with a row in the last 7 days make a cell `tired`. Every good ad fatigues in the end; without this
 * limit the plan would exclude, one by one, all cells that ever worked.
 */
const STILL_RUNNING_DAYS = 7

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
  // Fatigue has its own state below, so it is left out here. The largest ad is not capped: one ad makes a
  // cell.
  const standing = judgeAd({ ...poolAds(ads), isFatigued: false }, baseline, thresholds)
  return {
    ...ingredients,
    state: isFatiguedCell(ads, baseline, thresholds) ? 'tired' : stateOf(standing),
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

/** Whether enough of the weighted spend is in ads that still run and are fatigued or declining. */
function isFatiguedCell(ads: Ad[], baseline: BaselineRates | null, thresholds: Thresholds): boolean {
  const fatigued = ads
    .filter(({ lastRowAge }) => lastRowAge < STILL_RUNNING_DAYS)
    .filter((ad) => ad.isDeclining || judgeAd(ad, baseline, thresholds).tier === 'fatigued')
  const spendOf = (some: Ad[]) => addSums(some.map(({ weighted }) => weighted)).spend
  return fatigued.length > 0 && spendOf(fatigued) >= FATIGUED_SHARE * spendOf(ads)
}

/** The distribution of a cell without rows: log lift 0, with the sd of an estimate without rows. */
function priorWithoutRows(ads: Ad[], baseline: BaselineRates | null): Prior {
  const { sd } = estimate(ads[0]?.metric ?? 'roas', noSums, baseline, orderValueCv(noSums, noOrderValues))
  // Without a baseline every cell has this distribution, so any sd gives the same plan.
  return { mean: 0, sd: sd ?? 1 }
}
