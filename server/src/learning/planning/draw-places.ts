// Which cells get the places of a plan: one joint draw from the belief for each place, the highest wins.
// value = cell + wear * k, k counting the ads of the cell in the last 30 days and in this plan, wear <= 0.
// The level is the same for all, so it is left out. A draw deviates from the mean by a share of what can be
// learned: sd * sqrt(sd^2/(sd^2 + noise)), noise being the variance with which one more ad would show it.

import type { Random } from '#learning/statistics'
import { solveUpper } from './cholesky.ts'
import { type Belief, type CellAd, countRecent } from './fit-belief.ts'

const DRAW_SCALE = 0.5
/** More untested cells would win more draws, however good the tested ones are. */
const UNTESTED_CELLS = 8

type Question = {
  /** The cells to choose from, in a fixed order. */
  cells: string[]
  need: number
  ads: CellAd[]
  /** The day of the plan, on the calendar of the ads. */
  today: number
}

type Candidate = { key: string; variable: number | undefined; recent: number; count: number }

/**
 * How many places each cell gets; cells without a place are left out. One cell gets at most half of the
 * places, so that a day does not depend on one idea, unless there is no other.
 */
export function drawPlaces(belief: Belief, question: Question, random: Random): Map<string, number> {
  const { cells, need, ads, today } = question
  const untested = cells.filter((key) => !belief.cells.has(key))
  const wanted = [
    ...cells.filter((key) => belief.cells.has(key)),
    ...chooseByLot(untested, UNTESTED_CELLS, random),
  ]
  const candidates = wanted.map(
    (key): Candidate => ({
      key,
      variable: belief.cells.get(key),
      recent: countRecent(ads, key, today),
      count: 0,
    }),
  )
  const most = candidates.length === 1 ? need : Math.ceil(need / 2)
  for (let place = 0; place < need && candidates.length > 0; place++) {
    const values = drawOnce(belief, candidates, random)
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
function drawOnce(belief: Belief, candidates: Candidate[], random: Random): number[] {
  const standard = Float64Array.from(belief.mean, () => random.normal())
  const deviations = solveUpper(belief.factor, standard)
  const wear = Math.min(0, (belief.mean[1] ?? 0) + DRAW_SCALE * (deviations[1] ?? 0))
  return candidates.map(({ variable, recent, count }) => {
    const sd = variable === undefined ? belief.tau : (belief.sd[variable] ?? 0)
    const mean = variable === undefined ? 0 : (belief.mean[variable] ?? 0)
    const deviation = variable === undefined ? sd * random.normal() : (deviations[variable] ?? 0)
    const learnable = sd / Math.sqrt(sd ** 2 + belief.noise)
    return mean + DRAW_SCALE * learnable * deviation + wear * (recent + count)
  })
}

const chooseByLot = (keys: string[], count: number, random: Random): string[] =>
  keys
    .map((key) => ({ key, at: random.uniform() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ key }) => key)
