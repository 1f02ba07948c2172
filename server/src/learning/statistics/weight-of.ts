const HALF_LIFE_DAYS = 30

/** However old, a row is never quite forgotten. */
const MIN_WEIGHT = 0.05

/** Platforms still correct what they said of the last days. */
const SETTLED_AFTER_DAYS = 3

/** What a row counts, by its age in days since the end of its day. */
export function weightOf(age: number): number {
  const weight = decay(Math.max(0, age), HALF_LIFE_DAYS)
  return age < SETTLED_AFTER_DAYS ? weight / 2 : weight
}

export const decay = (age: number, halfLifeDays: number): number =>
  Math.max(MIN_WEIGHT, 2 ** (-age / halfLifeDays))
