import { newVector } from './cholesky.ts'
import type { Belief } from './fit-belief.ts'

/** A belief as JSON. Most slopes are 0 and left out; six digits are more than any plan can tell apart. */
export type StoredBelief = {
  cells: [key: string, mean: number, spread: number, sd: number, slopes: [at: number, slope: number][]][]
  parts: string[]
  shared: number[]
  factor: number[][]
  tau: number
  tauPart: number
  noise: number
}

const DIGITS = 6
const round = (value: number): number => Number(value.toPrecision(DIGITS))

/** Of the cells only these: a belief may rest on ads of other products too. */
export function storeBelief(belief: Belief, keys: ReadonlySet<string>): StoredBelief {
  const { shared, factor, cells, numbers, parts, tau, tauPart, noise } = belief
  return {
    cells: [...numbers].flatMap(([key, no]) => {
      const cell = cells[no]
      if (!cell || !keys.has(key)) return []
      const slopes = [...cell.slopes].flatMap((slope, at): [number, number][] =>
        slope === 0 ? [] : [[at, round(slope)]],
      )
      return [[key, round(cell.mean), round(cell.spread), round(cell.sd), slopes]]
    }),
    parts: [...parts.keys()],
    shared: [...shared].map(round),
    factor: factor.map((row, no) => [...row.slice(0, no + 1)].map(round)),
    tau: round(tau),
    tauPart: round(tauPart),
    noise: round(noise),
  }
}

export function readBelief({ cells, parts, shared, factor, ...rest }: StoredBelief): Belief {
  const size = shared.length
  return {
    ...rest,
    shared: Array.from(shared),
    factor: factor.map((row) => Array.from({ length: size }, (_, at) => row[at] ?? 0)),
    parts: new Map(parts.map((name, no) => [name, no + 2])),
    numbers: new Map(cells.map(([key], no) => [key, no])),
    cells: cells.map(([, mean, spread, sd, stored]) => {
      const slopes = newVector(size)
      for (const [at, slope] of stored) slopes[at] = slope
      return { mean, spread, sd, slopes }
    }),
  }
}
