// Weighted least squares where each observation touches a few shared variables and one of many cells.
// The precision matrix has an arrow's shape: a dense corner for the shared variables, a diagonal for the
// cells and a border between them. So the cells are eliminated one by one, and the cost grows with their
// number, not with its cube. cell = (right - links * shared)/weight; corner' = corner - sum(links *
// links'/weight).

import { cholesky, type Matrix, newVector, solveLower, solveUpper, zeros } from './cholesky.ts'

/** The times that one observation contains each shared variable. */
export type Effects = [variable: number, times: number][]

/** A value seen of the sum of a cell and these effects, and how much it weighs. */
export type Observation = { cell: number; effects: Effects; value: number; weight: number }

export type Arrow = {
  corner: Matrix
  cornerRight: number[]
  /** For each cell its precision, its right side, and its row of the border. */
  cells: { weight: number; right: number; links: number[] }[]
}

export type Prior = { mean: number; sd: number }

/** A normal distribution of all variables. */
export type Solution = {
  shared: number[]
  /** The Cholesky factor of the precision of the shared variables, the cells being summed out. */
  factor: Matrix
  /** cell = mean - slopes * (shared - its mean), give or take `spread`. `sd` is what is open in all. */
  cells: { mean: number; slopes: number[]; spread: number; sd: number }[]
}

/** Before any observation. The mean of a cell is 0. */
export function newArrow(shared: Prior[], cells: number, cellSd: number): Arrow {
  const corner = zeros(shared.length)
  for (const [no, { sd }] of shared.entries()) (corner[no] as number[])[no] = sd ** -2
  return {
    corner,
    cornerRight: Array.from(shared, ({ mean, sd }) => mean / sd ** 2),
    cells: Array.from({ length: cells }, () => ({
      weight: cellSd ** -2,
      right: 0,
      links: newVector(shared.length),
    })),
  }
}

export function observe(arrow: Arrow, { cell, effects, value, weight }: Observation): void {
  const own = arrow.cells[cell]
  if (!own) return
  own.weight += weight
  own.right += weight * value
  for (let at = 0; at < effects.length; at++) {
    const [i, times] = effects[at] as Effects[number]
    own.links[i] = (own.links[i] as number) + weight * times
    arrow.cornerRight[i] = (arrow.cornerRight[i] as number) + weight * times * value
    const row = arrow.corner[i] as number[]
    for (let other = 0; other < effects.length; other++) {
      const [j, others] = effects[other] as Effects[number]
      row[j] = (row[j] as number) + weight * times * others
    }
  }
}

export function solveArrow({ corner, cornerRight, cells }: Arrow): Solution {
  const reduced = corner.map((row) => Array.from(row))
  const right = Array.from(cornerRight)
  for (const { links, right: own, weight } of cells) {
    for (let i = 0; i < links.length; i++) {
      const link = links[i] as number
      if (link === 0) continue
      right[i] = (right[i] as number) - (link * own) / weight
      const row = reduced[i] as number[]
      for (let j = 0; j < links.length; j++)
        row[j] = (row[j] as number) - (link * (links[j] as number)) / weight
    }
  }
  const factor = cholesky(reduced)
  const shared = solveUpper(factor, solveLower(factor, right))
  return {
    shared,
    factor,
    cells: cells.map(({ weight, right: own, links }) => {
      const slopes = links.map((link) => link / weight)
      return {
        mean: own / weight - dot(slopes, shared),
        slopes,
        spread: Math.sqrt(1 / weight),
        sd: Math.sqrt(1 / weight + squaresOf(solveLower(factor, slopes))),
      }
    }),
  }
}

export const dot = (a: number[], b: number[]): number => {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}

export const squaresOf = (values: number[]): number => dot(values, values)
