// Why a cell is in the plan, in one sentence, and why few places follow a winner.

import type { CellState, Lift } from '@atelier/contract'

export type PlannedCell = {
  state: CellState
  ads: number
  /** Ads that did better than usual. */
  won: number
  /** Whether the newest ad of the cell still runs and fades. */
  isLastFading: boolean
  /** Whether there is a baseline to compare with. */
  isCompared: boolean
  hasHook: boolean
  lift: Lift
}

const MANY_FROM = 13
const words = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

const inWords = (count: number): string => (count < MANY_FROM ? (words[count] ?? '') : `${count}`)
const adsOf = (count: number): string => `${count} ${count === 1 ? 'ad' : 'ads'}`
const times = ({ expected }: Lift): string => `${expected.toFixed(1)} times the usual`

export function explainPlace(cell: PlannedCell, count: number): string {
  return `${pastOf(cell)}: ${nextOf(cell, count)}.`
}

function pastOf({ state, ads, won, isLastFading, isCompared, lift }: PlannedCell): string {
  const fading = isLastFading ? `, ${ads === 1 ? 'and it' : 'the last one'} is fading` : ''
  if (state === 'untested') return `Never tried, expected at ${times(lift)}`
  if (!isCompared) return `Ran in ${adsOf(ads)}, with too few results to compare`
  const record = won > 0 ? `won with ${won} of ${adsOf(ads)}` : `ran in ${adsOf(ads)} without a clear win`
  const sentence = `${record}${fading}`
  const known = sentence.charAt(0).toUpperCase() + sentence.slice(1)
  if (state === 'winning') return known
  return `${known}; a fresh one is expected at ${times(lift)}`
}

function nextOf({ state, hasHook }: PlannedCell, count: number): string {
  const others = hasHook ? count - 1 : count
  const withNew = `${inWords(others)} with ${others === 1 ? 'a new hook' : 'new hooks'}`
  if (state === 'untested') return count === 1 ? 'one ad to find out' : `${inWords(count)} ads to find out`
  if (!hasHook) return count === 1 ? 'one more, with a new hook' : `${inWords(count)} more, with new hooks`
  return others === 0 ? 'one more with its hook' : `one more with its hook, and ${withNew}`
}

export type WinnerPlaces = {
  need: number
  following: number
  /** The winning cells: what their next ad is expected to bring, and how many began in the last 30 days. */
  winners: { lift: Lift; recent: number }[]
  /** The same of the best cell beside them. */
  other: Lift | null
}

/** Null when at least half of the places follow winners, or when nothing wins. */
export function explainFewWinners({ need, following, winners, other }: WinnerPlaces): string | null {
  if (need === 0 || winners.length === 0 || 2 * following >= need) return null
  const best = winners.reduce((best, one) => (one.lift.expected > best.lift.expected ? one : best))
  const worn = best.recent > 1 ? ` after ${adsOf(best.recent)} in 30 days` : ''
  const against = other ? `, and another combination at ${other.expected.toFixed(1)}` : ''
  const share = following === 0 ? 'No place follows' : `Only ${following} of ${need} places follow`
  return `${share} a winner: one more of the best is expected at ${times(best.lift)}${worn}${against}.`
}
