import {
  type Ad,
  addSums,
  type CellIngredients,
  type Day,
  type Sums,
  scaleSums,
  weightOf,
} from '#learning/statistics'

type Row = Day & { no: number }

export type InventedAd = {
  /** The number of its cell. */
  cell: number
  ingredients: CellIngredients
  began: number
  /** Its own effect, beside that of its cell. */
  factor: number
  rows: Row[]
  /** The rows that have arrived. All that follows is computed from them. */
  seen: Row[]
  plain: Sums
  /** By the age of the ad: weeks 0, 1, 2, and all later ones. */
  weeks: Sums[]
  /** As of its last day: a stopped ad keeps its state. */
  isFatigued: boolean
  isDeclining: boolean
  isOver: boolean
}

/** What is there to decide by on a day. */
export type Market = {
  seed: string
  day: number
  cells: CellIngredients[]
  ads: InventedAd[]
  /** For the oracle: the true effect of the next ad of this cell, when so many are planned with it. */
  worthOf(cell: number, planned: number): number
}

/** An ad as the service reads it at the start of a day. */
export function readAd({ ingredients, seen, plain, isFatigued, isDeclining }: InventedAd, today: number): Ad {
  const withOrders = seen.filter(({ conversions }) => conversions > 0)
  return {
    id: '',
    campaign: '',
    ingredients: {
      angle: null,
      hook: null,
      noCharacter: ingredients.characterId === null ? true : null,
      ...ingredients,
    },
    metric: 'roas',
    plain,
    weighted: addSums(seen.map((row) => scaleSums(row, weightOf(today - row.no - 1)))),
    orders: {
      days: withOrders.length,
      squares: withOrders.reduce((sum, { revenue, conversions }) => sum + revenue ** 2 / conversions, 0),
    },
    days: seen.length,
    ran: seen.map(({ no }) => [no, no + 1]),
    lastRowAge: today - (seen.at(-1)?.no ?? today) - 1,
    isFatigued,
    isDeclining,
    evidence: 'observed',
    driftScore: null,
  }
}
