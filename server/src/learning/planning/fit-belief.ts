// What is believed about the cells of a product: one joint normal distribution of ln(lift).
// Model of an ad: ln(events/expected) = level + wear * k + cell, where k counts the ads of its cell that
// began in the 30 days before it. Priors: level N(0, 0.5), wear N(-0.045, 0.06), cell N(0, tau), and 0.25 for
// what an ad adds by itself. Fitted by weighted least squares, weight 1/(1/mu + 0.25^2), mu = expected *
// exp(eta). tau is learned: tau^2 = (sum over tested cells of (mean^2 + variance) + 6 * 0.45^2)/(cells + 6).

import { cholesky, type Matrix, solveLower, solveUpper, zeros } from './cholesky.ts'
import { fitFading, type Weeks } from './fit-fading.ts'

/** What an ad brought. `began` is the number of its first day, on any calendar. */
export type CellAd = { cell: string; began: number; weeks: Weeks }

/** Level is variable 0, wear is variable 1; then come the tested cells. */
export type Belief = {
  /** The variable of each tested cell. */
  cells: Map<string, number>
  mean: Float64Array
  /** The Cholesky factor of the precision matrix. */
  factor: Matrix
  /** The standard deviation of each variable. */
  sd: number[]
  /** The standard deviation between cells, and so of one that was never tried. */
  tau: number
  /** The variance with which one more ad would show the effect of its cell. */
  noise: number
}

const AD_NOISE = 0.25
const REMEMBERED_DAYS = 30
const LEVEL = { mean: 0, sd: 0.5 }
const WEAR = { mean: -0.045, sd: 0.06 }
const TAU = { prior: 0.45, cells: 6, min: 0.15, max: 0.8 }
const ROUNDS = 5
const ETA_MAX = 2
const STEP_MIN = -1
const STEP_MAX = 2
/** An ad that is expected to bring less says nothing. */
const EVENTS_MIN = 0.1

type Row = { cell: number; earlier: number; events: number; expected: number }
type Fit = Pick<Belief, 'mean' | 'factor'>

/** Ads without exposure make their cell known and count for wear, but say nothing about their effect. */
export function fitBelief(ads: CellAd[]): Belief {
  const names = [...new Set(ads.map(({ cell }) => cell))].sort()
  const cells = new Map(names.map((name, no) => [name, no + 2]))
  const { expected } = fitFading(ads.map(({ weeks }) => weeks))
  const rows = ads
    .map((ad, no): Row => {
      const events = ad.weeks.reduce((sum, week) => sum + (week?.events ?? 0), 0)
      // The ad itself is among those that began until its day.
      const earlier = countRecent(ads, ad.cell, ad.began) - 1
      return { cell: cells.get(ad.cell) ?? 0, earlier, events, expected: expected[no] ?? 0 }
    })
    .filter((row) => row.expected > 0)
  const tau = learnTau(fit(rows, cells.size, TAU.prior))
  const found = fit(rows, cells.size, tau)
  const usual = rows.reduce((sum, row) => sum + row.expected, 0) / Math.max(1, rows.length)
  return { cells, ...found, sd: sdsOf(found), tau, noise: 1 / Math.max(EVENTS_MIN, usual) + AD_NOISE ** 2 }
}

/** The ads of a cell that began in the 30 days until this one. */
export const countRecent = (ads: CellAd[], cell: string, day: number): number =>
  ads.filter((ad) => ad.cell === cell && ad.began <= day && day - ad.began < REMEMBERED_DAYS).length

/** Mean and standard deviation of ln(lift) of the next ad of a cell, after so many in 30 days. */
export function forecastLift(belief: Belief, cell: string, recent: number): { mean: number; sd: number } {
  const at = belief.cells.get(cell)
  const direction = new Float64Array(belief.mean.length)
  direction[0] = 1
  direction[1] = recent
  if (at !== undefined) direction[at] = 1
  const mean = direction.reduce((sum, times, no) => sum + times * (belief.mean[no] ?? 0), 0)
  const known = squaresOf(solveLower(belief.factor, direction))
  return { mean, sd: Math.sqrt(known + (at === undefined ? belief.tau ** 2 : 0)) }
}

/** Repeated least squares, each time linear around what was found before. */
function fit(rows: Row[], cells: number, tau: number): Fit {
  const size = cells + 2
  const priors = Array.from({ length: size }, (_, at) => [LEVEL, WEAR][at] ?? { mean: 0, sd: tau })
  let found: Fit = { mean: Float64Array.from(priors, ({ mean }) => mean), factor: [] }
  for (let round = 0; round < ROUNDS; round++) {
    const precision = zeros(size)
    const right = new Float64Array(size)
    for (const [at, { mean, sd }] of priors.entries()) {
      addTo(precision, at, at, sd ** -2)
      right[at] = mean / sd ** 2
    }
    for (const row of rows) addRow(row, found.mean, precision, right)
    const factor = cholesky(precision)
    found = { mean: solveUpper(factor, solveLower(factor, right)), factor }
  }
  return found
}

function addRow(row: Row, mean: Float64Array, precision: Matrix, right: Float64Array): void {
  const effects: [variable: number, times: number][] = [
    [0, 1],
    [1, row.earlier],
    [row.cell, 1],
  ]
  const sum = effects.reduce((total, [at, times]) => total + times * (mean[at] ?? 0), 0)
  const eta = clamp(sum, -ETA_MAX, ETA_MAX)
  const mu = row.expected * Math.exp(eta)
  const weight = 1 / (1 / mu + AD_NOISE ** 2)
  const seen = eta + clamp((row.events - mu) / mu, STEP_MIN, STEP_MAX)
  for (const [i, times] of effects) {
    right[i] = (right[i] ?? 0) + weight * times * seen
    for (const [j, others] of effects) addTo(precision, i, j, weight * times * others)
  }
}

function learnTau(found: Fit): number {
  const cells = sdsOf(found).slice(2)
  const squares = cells.reduce((sum, sd, no) => sum + sd ** 2 + (found.mean[no + 2] ?? 0) ** 2, 0)
  const variance = (squares + TAU.cells * TAU.prior ** 2) / (cells.length + TAU.cells)
  return clamp(Math.sqrt(variance), TAU.min, TAU.max)
}

const sdsOf = ({ mean, factor }: Fit): number[] =>
  Array.from(mean, (_, at) => {
    const unit = new Float64Array(mean.length)
    unit[at] = 1
    return Math.sqrt(squaresOf(solveLower(factor, unit)))
  })

const squaresOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value ** 2, 0)

function addTo(matrix: Matrix, i: number, j: number, value: number): void {
  const row = matrix[i] as Float64Array
  row[j] = (row[j] ?? 0) + value
}

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))
