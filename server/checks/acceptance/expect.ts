/** An expectation that does not hold. Its message is the whole report: a stack would add nothing. */
export class Mismatch extends Error {}

export function fail(message: string): never {
  throw new Mismatch(message)
}

export function expectThat(holds: boolean, what: string): asserts holds {
  if (!holds) fail(what)
}

const SHOWN_CHARACTERS = 300

export const show = (value: unknown): string =>
  (JSON.stringify(value) ?? String(value)).slice(0, SHOWN_CHARACTERS)

/**
 * Primitives are equal and arrays match item by item. An object may carry more fields than expected, because
 * a version of the interface may add fields.
 */
export function expectMatch(got: unknown, want: unknown, what: string): void {
  const difference = findDifference(got, want, '')
  if (difference !== undefined) fail(`${what}: ${difference}`)
}

function findDifference(got: unknown, want: unknown, at: string): string | undefined {
  const here = `${at === '' ? '' : `${at} is `}${show(got)}, want ${show(want)}`
  if (!isObject(want)) return Object.is(got, want) ? undefined : here
  if (!isObject(got) || Array.isArray(got) !== Array.isArray(want)) return here
  if (Array.isArray(got) && Array.isArray(want) && got.length !== want.length) return here
  for (const key of Object.keys(want)) {
    const inside = findDifference(got[key], want[key], `${at}.${key}`)
    if (inside !== undefined) return inside
  }
  return undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

export function expectText(value: unknown, what: string): asserts value is string {
  expectThat(
    typeof value === 'string' && value.length > 0,
    `${what} is a non-empty string, got ${show(value)}`,
  )
}

export function expectInteger(value: unknown, what: string): void {
  expectThat(Number.isInteger(value), `${what} is an integer, got ${show(value)}`)
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

export function expectTime(value: unknown, what: string): asserts value is string {
  const isTime = typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value))
  expectThat(isTime, `${what} is ISO 8601 UTC with milliseconds, got ${show(value)}`)
}

export function expectId(value: unknown, prefix: string, what: string): void {
  const isId = typeof value === 'string' && new RegExp(`^${prefix}_[0-9A-Za-z]{22}$`).test(value)
  expectThat(isId, `${what} is ${prefix}_ and 22 characters, got ${show(value)}`)
}

export function expectOneOf(value: unknown, allowed: readonly unknown[], what: string): void {
  expectThat(allowed.includes(value), `${what} is one of ${allowed.join(', ')}, got ${show(value)}`)
}
