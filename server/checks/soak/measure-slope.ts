export type Sample = { atSeconds: number; value: number }

export type Slope = {
  first: number
  last: number
  /** Growth in an hour, as a share of the mean. */
  perHour: number
  /** By so much the true growth may be smaller or larger, with 95% confidence. */
  plusMinus: number
}

/** Neighbouring samples are alike: memory goes up and down with each collection. So the line is of blocks. */
const BLOCKS = 10
/** Student's t of BLOCKS - 2, for 95% on both sides. */
const T = 2.306

/** The growth of what was sampled, as a straight line. */
export function measureSlope(samples: Sample[]): Slope {
  const size = samples.length / BLOCKS
  const points = Array.from({ length: BLOCKS }, (_, i) =>
    meanOf(samples.slice(Math.floor(i * size), Math.floor((i + 1) * size))),
  )
  const x = sumOf(points.map(({ atSeconds }) => atSeconds)) / BLOCKS
  const y = sumOf(points.map(({ value }) => value)) / BLOCKS
  const spread = sumOf(points.map(({ atSeconds }) => (atSeconds - x) ** 2))
  const perSecond = sumOf(points.map(({ atSeconds, value }) => (atSeconds - x) * (value - y))) / spread
  const rest = sumOf(points.map(({ atSeconds, value }) => (value - y - perSecond * (atSeconds - x)) ** 2))
  const error = Math.sqrt(rest / (BLOCKS - 2) / spread)
  const share = (slope: number) => (y === 0 ? 0 : (slope * 3_600) / y)
  return {
    first: points[0]?.value ?? 0,
    last: points.at(-1)?.value ?? 0,
    perHour: share(perSecond),
    plusMinus: share(T * error),
  }
}

/** Fewer samples say nothing. */
export const LEAST_SAMPLES = BLOCKS * 2

function meanOf(samples: Sample[]): Sample {
  const mean = (values: number[]) => sumOf(values) / values.length
  return {
    atSeconds: mean(samples.map(({ atSeconds }) => atSeconds)),
    value: mean(samples.map(({ value }) => value)),
  }
}

const sumOf = (values: number[]): number => values.reduce((sum, value) => sum + value, 0)
