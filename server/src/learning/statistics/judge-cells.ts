import type { Cell, CellState, Thresholds } from '@atelier/contract'
import type { BaselineRates } from './compute-baseline.ts'
import { estimate } from './estimate.ts'
import { type Ad, judgeAd, type Standing } from './judge-ad.ts'
import { noOrderValues, orderValueCv } from './order-value-cv.ts'
import { poolAds } from './pool-ads.ts'
import { addSums, noSums } from './sums.ts'

/** Which creatives a cell holds: those of one CEP, one character or none, one kind and one shape. */
export type CellIngredients = Pick<Cell, 'cepId' | 'characterId' | 'mediaType' | 'orientation'>

type Prior = { mean: number; sd: number }

/** A cell, and the normal distribution from which its lead over what is usual, as a logarithm, is drawn. */
export type JudgedCell = Cell & Prior

/** As much as half of what a cell spent went to ads that wear out: more of the same would, too. */
const FATIGUED_SHARE = 0.5

/**
 * Every good ad wears out in the end. A cell whose worn ads no longer run may be tried again: else the plan
 * would shut out, one by one, all that ever worked (`pnpm simulate-knowledge` compares the two).
 */
const STILL_RUNNING_DAYS = 7

/**
 * How every cell stands by the ads of one comparison group; those with rows come first, else the order is
 * kept.
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

/** The same text for the same cell, whatever else the object holds. */
export const cellKey = ({
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
  // A cell is asked for what it brings, not whether it is worn; and nobody is held to half: one ad is a cell.
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

function isFatiguedCell(ads: Ad[], baseline: BaselineRates | null, thresholds: Thresholds): boolean {
  const fatigued = ads
    .filter(({ lastRowAge }) => lastRowAge < STILL_RUNNING_DAYS)
    .filter((ad) => ad.isDeclining || judgeAd(ad, baseline, thresholds).tier === 'fatigued')
  const spendOf = (some: Ad[]) => addSums(some.map(({ weighted }) => weighted)).spend
  return fatigued.length > 0 && spendOf(fatigued) >= FATIGUED_SHARE * spendOf(ads)
}

/** What is believed of a cell without rows: what is usual, and as unsure as an estimate without rows is. */
function priorWithoutRows(ads: Ad[], baseline: BaselineRates | null): Prior {
  const { sd } = estimate(ads[0]?.metric ?? 'roas', noSums, baseline, orderValueCv(noSums, noOrderValues))
  // While nothing is usual all cells are drawn alike, and any spread gives the same plan.
  return { mean: 0, sd: sd ?? 1 }
}
