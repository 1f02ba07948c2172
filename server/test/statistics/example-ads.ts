import type { Ingredients } from '@atelier/contract'
import {
  type Ad,
  type BaselineRates,
  noOrderValues,
  noSums,
  type OrderValueSums,
  type Sums,
} from '../../src/learning/statistics/index.ts'

/** Sums with enough impressions by default for an ad to be ranked. */
export const sumsOf = (overrides: Partial<Sums>): Sums => ({ ...noSums, impressions: 100_000, ...overrides })

/** The baseline of the worked examples. `lambda` is conversions per unit of spend. */
export const exampleBaseline: BaselineRates = {
  ctr: 0.012,
  ctrPrior: 2_000,
  lambda: 0.04,
  aov: 50,
  roas: 2,
  cpa: 25,
  sums: { spend: 10_000, impressions: 1_000_000, clicks: 12_000, conversions: 400, revenue: 20_000 },
}

/** Builds the sums from one pair for each day; `squares` is the sum of revenue² / orders. */
export const orderValueSumsOf = (days: [orders: number, revenue: number][]): OrderValueSums => ({
  days: days.length,
  squares: days.reduce((sum, [orders, revenue]) => sum + revenue ** 2 / orders, 0),
})

/** Far better than the baseline, with enough data. */
export const winning = sumsOf({ conversions: 40, spend: 600, revenue: 2_600, clicks: 1_200 })
/** No known ingredient. */
export const noIngredients: Ingredients = {
  cepId: null,
  angle: null,
  characterId: null,
  noCharacter: null,
  mediaType: null,
  orientation: null,
  hook: null,
}
/** `sums` sets both the plain and the time-weighted sums. */
export const adOf = ({ sums = winning, ...overrides }: Partial<Ad> & { sums?: Sums } = {}): Ad => ({
  id: 'ad',
  campaign: 'spring',
  ingredients: noIngredients,
  metric: 'roas',
  plain: sums,
  weighted: sums,
  orders: noOrderValues,
  days: 10,
  ran: [[0, 10]],
  lastRowAge: 1,
  isFatigued: false,
  isDeclining: false,
  evidence: 'observed',
  driftScore: null,
  ...overrides,
})
