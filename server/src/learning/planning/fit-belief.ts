// What is believed about the cells of a product: one joint normal distribution of ln(lift).
// Model of an ad: ln(events/expected) = level + wear * k + parts + cell, where k counts the ads of its cell
// that began in the 30 days before it, and parts are the effects of its ingredients. Priors: level N(0, 0.5),
// wear N(-0.045, 0.06), 0.25 for what an ad adds by itself, and tau for a cell, of whose variance a share
// belongs to its ingredients. Fitted by weighted least squares, weight 1/(1/mu + 0.25^2), mu = expected *
// exp(eta). tau is learned: tau^2 = (sum over tested cells of (mean^2 + variance) + 6 * 0.45^2)/(cells + 6).
// So is the share, from a few, by how well each explains the ads.

import type { Lift } from '@atelier/contract'
import { newVector, solveLower } from './cholesky.ts'
import { fitFading, type Weeks } from './fit-fading.ts'
import {
  type Effects,
  newArrow,
  type Observation,
  observe,
  type Prior,
  type Solution,
  solveArrow,
  squaresOf,
} from './solve-arrow.ts'

/** A cell, and the names of its ingredients. */
export type CellName = { key: string; parts: string[] }

/** What an ad brought. `began` is the number of its first day, on any calendar. */
export type CellAd = { cell: CellName; began: number; weeks: Weeks }

export type Belief = Solution & {
  /** The number of each tested cell in the solution. */
  numbers: Map<string, number>
  /** The variable of each ingredient; level is variable 0 and wear variable 1. */
  parts: Map<string, number>
  /** The standard deviation of a cell that was never tried, around its ingredients; and of an ingredient. */
  tau: number
  tauPart: number
  /** The variance with which one more ad would show the effect of its cell. */
  noise: number
}

const AD_NOISE = 0.25
const LEVEL = { mean: 0, sd: 0.5 }
const WEAR = { mean: -0.045, sd: 0.06 }
const TAU = { prior: 0.45, cells: 6, min: 0.15, max: 0.8 }
/** How much of the variance of cells may be that of their ingredients; what evidence for it must outweigh. */
const SHARES = [0.25, 0.5, 0.75]
const SHARE_COST = 0.5
const REMEMBERED_DAYS = 30
/** 10% are below, 10% above. */
const Z_80 = 1.2816
const ROUNDS = 5
const ETA_MAX = 2
const STEP_MIN = -1
const STEP_MAX = 2
/** With fewer cells nothing shows what belongs to their ingredients. */
const CELLS_FOR_PARTS = 6
/** All products of an owner may have more ingredients: too many to solve for at once. */
const PARTS_MAX = 150
/** An ad that is expected to bring less says nothing. */
const EVENTS_MIN = 0.1

type Row = { cell: number; effects: Effects; events: number; expected: number }
type Spread = { tau: number; tauPart: number }

/** Ads without exposure make their cell known and count for wear, but say nothing about their effect. */
export function fitBelief(ads: CellAd[]): Belief {
  const tested = new Map(ads.map(({ cell }) => [cell.key, cell]))
  const keys = [...tested.keys()].sort()
  const numbers = new Map(keys.map((key, no) => [key, no]))
  const names = [...new Set([...tested.values()].flatMap(({ parts }) => parts))].sort()
  const parts = new Map(names.map((name, no) => [name, no + 2]))
  const began = new Map(
    [...Map.groupBy(ads, ({ cell }) => cell.key)].map(([key, some]) => [key, some.map((ad) => ad.began)]),
  )
  const { expected } = fitFading(ads.map(({ weeks }) => weeks))
  const rows = ads
    .map((ad, no): Row => {
      const events = ad.weeks.reduce((sum, week) => sum + (week?.events ?? 0), 0)
      // The ad itself is among those that began until its day.
      const earlier = countRecent(began.get(ad.cell.key) ?? [], ad.began) - 1
      const effects: Effects = [
        [0, 1],
        [1, earlier],
        ...ad.cell.parts.map((part): [number, number] => [parts.get(part) ?? 0, 1]),
      ]
      return { cell: numbers.get(ad.cell.key) ?? 0, effects, events, expected: expected[no] ?? 0 }
    })
    .filter((row) => row.expected > 0)
  const size = { parts: parts.size, cells: keys.length }
  const withoutParts = rows.map((row) => ({ ...row, effects: row.effects.slice(0, 2) }))
  const noParts = { ...size, parts: 0 }
  const tau = learnTau(fit(withoutParts, noParts, { tau: TAU.prior, tauPart: 0 }).solution)
  const plain = fit(withoutParts, noParts, { tau, tauPart: 0 })
  const perCell = Math.max(1, ...ads.map(({ cell }) => cell.parts.length))
  const isTellable = numbers.size >= CELLS_FOR_PARTS && parts.size <= PARTS_MAX
  let best = { score: scoreOf(plain.seen, noParts, { tau, tauPart: 0 }), spread: { tau, tauPart: 0 } }
  for (const share of isTellable ? SHARES : []) {
    const spread = { tau: tau * Math.sqrt(1 - share), tauPart: tau * Math.sqrt(share / perCell) }
    const seen = plain.seen.map((one, no) => ({ ...one, effects: (rows[no] as Row).effects }))
    const score = scoreOf(seen, size, spread) - SHARE_COST
    if (score > best.score) best = { score, spread }
  }
  const hasParts = best.spread.tauPart > 0
  const { solution } = hasParts ? fit(rows, size, best.spread) : plain
  const usual = rows.reduce((sum, row) => sum + row.expected, 0) / Math.max(1, rows.length)
  const noise = 1 / Math.max(EVENTS_MIN, usual) + AD_NOISE ** 2
  return { ...solution, numbers, parts: hasParts ? parts : new Map(), ...best.spread, noise }
}

/** How many of these first days are in the 30 days until this one. */
export const countRecent = (began: number[], day: number): number =>
  began.filter((first) => first <= day && day - first < REMEMBERED_DAYS).length

/** The effect of a cell: mean + direction * (deviations of the shared variables), give or take `spread`. */
export type Effect = { mean: number; direction: number[]; spread: number }

/** What is believed about a cell, without level and wear. Ingredients that never ran add their variance. */
export function effectOf(belief: Belief, { key, parts }: CellName): Effect {
  const own = belief.cells[belief.numbers.get(key) ?? -1]
  const direction = newVector(belief.shared.length)
  let mean = own?.mean ?? 0
  let variance = own ? own.spread ** 2 : belief.tau ** 2
  for (const part of parts) {
    const at = belief.parts.get(part)
    if (at === undefined) {
      variance += belief.tauPart ** 2
      continue
    }
    direction[at] = 1
    mean += belief.shared[at] ?? 0
  }
  for (const [at, slope] of own?.slopes.entries() ?? []) direction[at] = (direction[at] ?? 0) - slope
  return { mean, direction, spread: Math.sqrt(variance) }
}

/** Mean and standard deviation of ln(lift) of the next ad of a cell, after so many in 30 days. */
export function forecastLift(belief: Belief, cell: CellName, recent: number): { mean: number; sd: number } {
  const { mean, direction, spread } = effectOf(belief, cell)
  direction[0] = (direction[0] ?? 0) + 1
  direction[1] = (direction[1] ?? 0) + recent
  return {
    mean: mean + (belief.shared[0] ?? 0) + recent * (belief.shared[1] ?? 0),
    sd: Math.sqrt(squaresOf(solveLower(belief.factor, direction)) + spread ** 2),
  }
}

/** The next ad of a cell, relative to the usual: with what it adds by itself, and 80% between the bounds. */
export function liftOf(belief: Belief, cell: CellName, recent: number): Lift {
  const { mean, sd } = forecastLift(belief, cell, recent)
  const spread = Z_80 * Math.hypot(sd, AD_NOISE)
  return { expected: Math.exp(mean), low: Math.exp(mean - spread), high: Math.exp(mean + spread) }
}

type Size = { parts: number; cells: number }

const priorsOf = (size: Size, { tauPart }: Spread): Prior[] => [
  LEVEL,
  WEAR,
  ...Array.from({ length: size.parts }, () => ({ mean: 0, sd: tauPart })),
]

/** Repeated least squares, each time linear around what was found before. */
function fit(rows: Row[], size: Size, spread: Spread): { solution: Solution; seen: Observation[] } {
  const priors = priorsOf(size, spread)
  let shared = priors.map(({ mean }) => mean)
  let cells = newVector(size.cells)
  for (let round = 1; ; round++) {
    const arrow = newArrow(priors, size.cells, spread.tau)
    const seen = rows.map((row) => linearize(row, shared, cells))
    for (const one of seen) observe(arrow, one)
    const solution = solveArrow(arrow)
    if (round === ROUNDS) return { solution, seen }
    shared = solution.shared
    cells = solution.cells.map(({ mean }) => mean)
  }
}

function linearize({ cell, effects, events, expected }: Row, shared: number[], cells: number[]): Observation {
  let sum = cells[cell] ?? 0
  for (const [at, times] of effects) sum += times * (shared[at] ?? 0)
  const eta = clamp(sum, -ETA_MAX, ETA_MAX)
  const mu = expected * Math.exp(eta)
  const value = eta + clamp((events - mu) / mu, STEP_MIN, STEP_MAX)
  return { cell, effects, value, weight: 1 / (1 / mu + AD_NOISE ** 2) }
}

/** ln of the probability of what was seen, all variables being summed out; the same constant is left out. */
function scoreOf(seen: Observation[], size: Size, spread: Spread): number {
  const priors = priorsOf(size, spread)
  const arrow = newArrow(priors, size.cells, spread.tau)
  for (const one of seen) observe(arrow, one)
  const { shared, factor, cells } = solveArrow(arrow)
  let score = 0
  for (const [no, { mean, sd }] of priors.entries())
    score +=
      ((shared[no] ?? 0) * (arrow.cornerRight[no] ?? 0) - (mean / sd) ** 2) / 2 -
      Math.log(sd) -
      Math.log(factor[no]?.[no] ?? 1)
  for (const [no, { weight, right }] of arrow.cells.entries())
    score += ((cells[no]?.mean ?? 0) * right - Math.log(weight)) / 2 - Math.log(spread.tau)
  return score
}

function learnTau({ cells }: Solution): number {
  const squares = cells.reduce((sum, { mean, sd }) => sum + sd ** 2 + mean ** 2, 0)
  const { prior, cells: strength, min, max } = TAU
  return clamp(Math.sqrt((squares + strength * prior ** 2) / (cells.length + strength)), min, max)
}

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))
