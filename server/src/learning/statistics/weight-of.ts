// Weight of a row by its age in days: w = max(0.05, 2^(-age/30)), halved while age < 3.

const HALF_LIFE_DAYS = 30

/** The weight of a row never falls below this. */
const MIN_WEIGHT = 0.05

/** Platforms still correct the numbers of the last days. */
const SETTLED_AFTER_DAYS = 3

/** The weight of a row. Its age is counted in days since the end of its day. */
export function weightOf(age: number): number {
  const weight = decay(Math.max(0, age), HALF_LIFE_DAYS)
  return age < SETTLED_AFTER_DAYS ? weight / 2 : weight
}

/** Exponential decay with a half-life, with a lower limit of 0.05. */
export const decay = (age: number, halfLifeDays: number): number =>
  Math.max(MIN_WEIGHT, 2 ** (-age / halfLifeDays))
