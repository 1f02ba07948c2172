// The Cholesky factor of a small symmetric positive definite matrix, and what it is needed for.
// A = L * L', L lower triangular.

/** The rows of a matrix. */
export type Matrix = number[][]

/** Plain arrays: small typed arrays cost more to make than to use. */
export const newVector = (size: number): number[] => new Array<number>(size).fill(0)

export const zeros = (size: number): Matrix => Array.from({ length: size }, () => newVector(size))

/** The factor L. Throws when the matrix is not positive definite. */
export function cholesky(matrix: Matrix): Matrix {
  const factor = zeros(matrix.length)
  for (const [i, row] of factor.entries()) {
    for (let j = 0; j <= i; j++) {
      const other = factor[j] as number[]
      let sum = matrix[i]?.[j] ?? 0
      for (let k = 0; k < j; k++) sum -= (row[k] as number) * (other[k] as number)
      if (j < i) row[j] = sum / (other[j] as number)
      else if (sum > 0) row[j] = Math.sqrt(sum)
      else throw new Error('the matrix is not positive definite')
    }
  }
  return factor
}

/** The solution x of L * x = b. */
export function solveLower(factor: Matrix, b: number[]): number[] {
  const x = newVector(b.length)
  for (let i = 0; i < factor.length; i++) {
    const row = factor[i] as number[]
    let sum = b[i] ?? 0
    for (let k = 0; k < i; k++) sum -= (row[k] as number) * (x[k] as number)
    x[i] = sum / (row[i] as number)
  }
  return x
}

/** The solution x of L' * x = b. */
export function solveUpper(factor: Matrix, b: number[]): number[] {
  const x = Array.from(b)
  for (let i = factor.length - 1; i >= 0; i--) {
    const row = factor[i] as number[]
    const value = (x[i] as number) / (row[i] as number)
    x[i] = value
    for (let k = 0; k < i; k++) x[k] = (x[k] as number) - (row[k] as number) * value
  }
  return x
}
