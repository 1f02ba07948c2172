/** Rounds every number to three significant digits, as in the specification. */
export function digits3<T>(value: T): T {
  if (typeof value === 'number') return Number(value.toPrecision(3)) as T
  if (Array.isArray(value)) return value.map(digits3) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, digits3(one)])) as T
}
