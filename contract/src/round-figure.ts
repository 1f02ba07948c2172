// Answers state figures with a few digits more than they can say, so that a reader who rounds them gets what
// the exact figure would give.

/** A ratio, an estimate or a percentage, by its first digits. */
export const roundRatio = <T extends number | null>(value: T): T =>
  round(value, (number) => Number(number.toPrecision(6)))

/** What is expected of the future: more digits would only pretend to know it. */
export const roundForecast = <T extends number | null>(value: T): T =>
  round(value, (number) => Number(number.toPrecision(4)))

/** A probability, a share or a score between 0 and 1. */
export const roundShare = <T extends number | null>(value: T): T =>
  round(value, (number) => Math.round(number * 1e5) / 1e5)

/** A small chance keeps two digits, however small it is. */
export const roundChance = <T extends number | null>(value: T): T =>
  round(value, (number) => Number(number.toPrecision(2)))

/** A sum of amounts as they were reported, without the noise of floating-point addition. */
export const roundSum = <T extends number | null>(value: T): T =>
  round(value, (number) => Math.round(number * 1e6) / 1e6)

/** Without a negative zero. */
const round = <T extends number | null>(value: T, by: (value: number) => number): T =>
  (value === null ? null : by(value) + 0) as T
