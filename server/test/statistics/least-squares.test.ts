import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cholesky, type Matrix, solveLower, solveUpper } from '../../src/learning/planning/cholesky.ts'
import { newArrow, observe, solveArrow } from '../../src/learning/planning/solve-arrow.ts'

describe('linear algebra', () => {
  const matrix = fc.integer({ min: 1, max: 8 }).chain((size) =>
    fc.array(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: size, maxLength: size }), {
      minLength: size,
      maxLength: size,
    }),
  )

  test('the two solutions undo the factor', () => {
    fc.assert(
      fc.property(matrix, (rows) => {
        // B * B' + I is symmetric and positive definite.
        const size = rows.length
        const at = (i: number, j: number) =>
          (rows[i] ?? []).reduce((sum, value, k) => sum + value * (rows[j]?.[k] ?? 0), i === j ? 1 : 0)
        const product: Matrix = rows.map((_, i) => Array.from(rows, (_, j) => at(i, j)))
        const truth = Array.from({ length: size }, (_, i) => i - 2)
        const right = Array.from(product, (row) =>
          row.reduce((sum, value, j) => sum + value * (truth[j] ?? 0), 0),
        )
        const factor = cholesky(product)
        const found = solveUpper(factor, solveLower(factor, right))
        for (const [i, value] of found.entries()) expect(value).toBeCloseTo(truth[i] ?? 0, 6)
      }),
    )
  })

  test('cells that are eliminated one by one give the same as one large matrix', () => {
    const number = fc.double({ min: -2, max: 2, noNaN: true })
    const seen = fc.record({ cell: fc.nat(3), wear: fc.nat(5), value: number, weight: fc.nat({ max: 9 }) })
    fc.assert(
      fc.property(fc.array(seen, { maxLength: 12 }), (observations) => {
        const priors = [
          { mean: 0, sd: 0.5 },
          { mean: -0.1, sd: 0.2 },
        ]
        const arrow = newArrow(priors, 4, 0.4)
        const dense = Array.from({ length: 6 }, (_, i) =>
          Array.from({ length: 6 }, (_, j) => (i === j ? (priors[i]?.sd ?? 0.4) ** -2 : 0)),
        )
        const right = Array.from({ length: 6 }, (_, i) => (priors[i]?.mean ?? 0) / (priors[i]?.sd ?? 1) ** 2)
        for (const { cell: no, wear, value, weight } of observations) {
          observe(arrow, {
            cell: no,
            effects: [
              [0, 1],
              [1, wear],
            ],
            value,
            weight,
          })
          const times = Array.from({ length: 6 }, (_, at) => [1, wear][at] ?? Number(at === no + 2))
          for (const [i, one] of times.entries()) {
            right[i] = (right[i] ?? 0) + weight * one * value
            for (const [j, other] of times.entries())
              (dense[i] as number[])[j] = (dense[i]?.[j] ?? 0) + weight * one * other
          }
        }
        const solved = solveArrow(arrow)
        const factor = cholesky(dense)
        const mean = solveUpper(factor, solveLower(factor, right))
        const sdOf = (at: number) => {
          const unit = Array.from({ length: 6 }, (_, no) => Number(no === at))
          return Math.sqrt(solveLower(factor, unit).reduce((sum, value) => sum + value ** 2, 0))
        }
        for (const [at, value] of solved.shared.entries()) expect(value).toBeCloseTo(mean[at] ?? 9, 8)
        for (const [no, { mean: own, sd }] of solved.cells.entries()) {
          expect(own).toBeCloseTo(mean[no + 2] ?? 9, 8)
          expect(sd).toBeCloseTo(sdOf(no + 2), 8)
        }
      }),
    )
  })

  test('a matrix that is not positive definite is refused', () => {
    expect(() => cholesky([Array.of(1, 2), Array.of(2, 1)])).toThrow(/positive definite/)
  })
})
