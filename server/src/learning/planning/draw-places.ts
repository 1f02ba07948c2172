// Which cells get the places of a plan: each goes to the highest of one joint draw from the belief, and in a
// plan of four places or more the first half to the highest expectation. value = parts + cell + wear * k, k
// counting the ads of the cell in the last 30 days and in this plan, wear at most 0. The level is the same
// for all, so it is left out. A draw deviates from the mean by a share of what can be learned: sd *
// sqrt(sd^2/(sd^2 + noise)), noise being the variance with which one more ad would show it.

import type { Random } from '#learning/statistics'
import { solveLower, solveUpper } from './cholesky.ts'
import { type Belief, type CellName, type Effect, effectOf } from './fit-belief.ts'
import { dot, squaresOf } from './solve-arrow.ts'

/** More untested cells would win more draws, however good the tested ones are. */
const UNTESTED_CELLS = 8
const DRAW_SCALE = 0.5
/** A plan of fewer places is drawn as a whole: choosing the best each time learns too little. */
const SURE_HALF_FROM = 4

type Question = {
  /** The cells to choose from, in a fixed order, each with the number of its ads of the last 30 days. */
  cells: (CellName & { recent: number })[]
  need: number
  /** The most places of one cell, if there are enough others; a half of all unless it is named. */
  most?: number
}

type Candidate = Effect & { key: string; sd: number; recent: number; count: number }

/**
 * How many places each cell gets; cells without a place are left out. One cell gets at most half of the
 * places, or `most`, so that a day does not depend on one idea, unless there are too few others.
 */
export function drawPlaces(belief: Belief, question: Question, random: Random): Map<string, number> {
  const { cells, need } = question
  const untested = cells.filter(({ key }) => !belief.numbers.has(key))
  const wanted = [
    ...cells.filter(({ key }) => belief.numbers.has(key)),
    ...chooseByLot(untested, UNTESTED_CELLS, random),
  ]
  const candidates = wanted.map((cell): Candidate => {
    const effect = effectOf(belief, cell)
    const sd = Math.sqrt(effect.spread ** 2 + squaresOf(solveLower(belief.factor, effect.direction)))
    return { ...effect, key: cell.key, sd, recent: cell.recent, count: 0 }
  })
  const most = Math.max(question.most ?? Math.ceil(need / 2), Math.ceil(need / candidates.length))
  for (let place = 0; place < need && candidates.length > 0; place++) {
    const scale = need >= SURE_HALF_FROM && place < need / 2 ? 0 : DRAW_SCALE
    const values = drawOnce(belief, candidates, random, scale)
    let best: Candidate | undefined
    let highest = -Infinity
    for (const [no, candidate] of candidates.entries()) {
      const value = values[no] ?? -Infinity
      if (candidate.count === most || value <= highest) continue
      best = candidate
      highest = value
    }
    if (best) best.count++
  }
  return new Map(candidates.filter(({ count }) => count > 0).map(({ key, count }) => [key, count]))
}

/** One draw of all candidates. Full cells draw too: otherwise they would shift the numbers of the others. */
function drawOnce(belief: Belief, candidates: Candidate[], random: Random, scale: number): number[] {
  const deviations = solveUpper(
    belief.factor,
    Array.from(belief.shared, () => random.normal()),
  )
  const wear = Math.min(0, (belief.shared[1] ?? 0) + scale * (deviations[1] ?? 0))
  return candidates.map(({ direction, mean, spread, sd, recent, count }) => {
    const deviation = dot(direction, deviations) + spread * random.normal()
    const learnable = sd / Math.sqrt(sd ** 2 + belief.noise)
    return mean + scale * learnable * deviation + wear * (recent + count)
  })
}

const chooseByLot = <T>(cells: T[], count: number, random: Random): T[] =>
  cells
    .map((cell) => ({ cell, at: random.uniform() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ cell }) => cell)
