/** One figure over all runs. */
export type Summary = {
  mean: number
  least: number
  most: number
  /** The standard error of the mean. */
  error: number
}

export const meanOf = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length

export function summary(values: number[]): Summary {
  const mean = meanOf(values)
  const variance =
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1)
  const error = Math.sqrt(variance / values.length)
  return { mean, least: Math.min(...values), most: Math.max(...values), error }
}

/** The mean, with the lowest and highest single run. */
export function writeSummary({ mean, least, most }: Summary, digits: number, factor = 1): string {
  const write = (value: number) => (factor * value).toFixed(digits)
  return `${write(mean)} (${write(least)} to ${write(most)})`
}
