import type { Cell, CellState, Thresholds } from '@atelier/contract'
import type { BaselineRates } from './compute-baseline.ts'
import { estimate } from './estimate.ts'
import { type Ad, judgeAd, type Standing } from './judge-ad.ts'
import { noOrderValues, orderValueCv } from './order-value-cv.ts'
import { poolAds } from './pool-ads.ts'
import { addSums, noSums } from './sums.ts'

/** Which creatives a cell holds: those of one CEP, one character or none, one kind and one shape. */
export type CellIngredients = Pick<Cell, 'cepId' | 'characterId' | 'mediaType' | 'orientation'>

/** A cell, and the normal distribution from which its lead over what is usual, as a logarithm, is drawn. */
export type JudgedCell = Cell & { mean: number; sd: number }

/** As much as half of what a cell spent went to ads that wear out: more of the same would, too. */
const TIRED_SHARE = 0.5

/**
 * Every good ad wears out in the end. A cell whose worn ads no longer run may be tried again: else the plan
 * would shut out, one by one, all that ever worked (`pnpm simulate-knowledge` compares the two).
 */
const REST_DAYS = 7

/**
 * How every cell stands by the ads of one comparison group; those with rows come first, else the order is
 * kept.
 */
export function judgeCells(
  names: CellIngredients[],
  ads: Ad[],
  usual: BaselineRates | null,
  thresholds: Thresholds,
): JudgedCell[] {
  const byCell = Map.groupBy(
    ads.filter(({ days }) => days > 0),
    ({ ingredients }) => keyOf(ingredients),
  )
  const unknown = priorOf(ads, usual)
  const cells = names.map((name) =>
    judgeCell(name, byCell.get(keyOf(name)) ?? [], usual, thresholds, unknown),
  )
  return [...cells.filter(({ ads }) => ads > 0), ...cells.filter(({ ads }) => ads === 0)]
}

/** The same text for the same cell, whatever else the object holds. */
export const keyOf = ({
  cepId,
  characterId,
  mediaType,
  orientation,
}: { [Part in keyof CellIngredients]: unknown }) =>
  [cepId, characterId ?? '', mediaType, orientation].join(' ')

function judgeCell(
  { cepId, characterId, mediaType, orientation }: CellIngredients,
  ads: Ad[],
  usual: BaselineRates | null,
  thresholds: Thresholds,
  unknown: { mean: number; sd: number },
): JudgedCell {
  const name = { cepId, characterId, mediaType, orientation }
  if (ads.length === 0)
    return { ...name, state: 'untested', estimate: null, probabilityBetter: null, ads: 0, ...unknown }
  // A cell is asked for what it brings, not whether it is worn; and nobody is held to half: one ad is a cell.
  const standing = judgeAd({ ...poolAds(ads), isFatigued: false }, usual, thresholds)
  return {
    ...name,
    state: isWorn(ads, usual, thresholds) ? 'tired' : stateOf(standing),
    estimate: standing.estimate,
    probabilityBetter: standing.probabilityBetter,
    ads: ads.length,
    ...(standing.lift === null || standing.sd === null
      ? unknown
      : { mean: Math.log(standing.lift), sd: standing.sd }),
  }
}

const stateOf = ({ tier }: Standing): CellState =>
  tier === 'winner' ? 'winning' : tier === 'loser' ? 'losing' : 'open'

function isWorn(ads: Ad[], usual: BaselineRates | null, thresholds: Thresholds): boolean {
  const worn = ads
    .filter(({ lastRowAge }) => lastRowAge < REST_DAYS)
    .filter((ad) => ad.isDeclining || judgeAd(ad, usual, thresholds).tier === 'fatigued')
  const spendOf = (some: Ad[]) => addSums(some.map(({ weighted }) => weighted)).spend
  return worn.length > 0 && spendOf(worn) >= TIRED_SHARE * spendOf(ads)
}

/** What is believed of a cell without rows: what is usual, and as unsure as an estimate without rows is. */
function priorOf(ads: Ad[], usual: BaselineRates | null): { mean: number; sd: number } {
  const { sd } = estimate(ads[0]?.metric ?? 'roas', noSums, usual, orderValueCv(noSums, noOrderValues))
  // While nothing is usual all cells are drawn alike, and any spread gives the same plan.
  return { mean: 0, sd: sd ?? 1 }
}
