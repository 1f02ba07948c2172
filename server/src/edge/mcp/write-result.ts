import { isObject } from './check-arguments.ts'
import type { Result } from './fail.ts'

/** The one text of a result: compact JSON. The guide stays Markdown, with its facts in front. */
export function writeResult(result: Result): string {
  if (!('markdown' in result)) return JSON.stringify(result)
  const { markdown, ...facts } = result
  const lines = Object.entries(facts).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return ['---', ...lines, '---', '', markdown].join('\n')
}

/** The result with readable numbers, in all depths: an amount of money keeps its cents. */
export function roundNumbers<T>(value: T): T
export function roundNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => roundNumbers(one))
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, roundNumbers(one)]))
  if (typeof value !== 'number' || Number.isInteger(value)) return value
  // Below 100, four significant digits: ratios may be small, and 99.99 is still exact.
  return Math.abs(value) >= 100 ? Number(value.toFixed(2)) : Number(value.toPrecision(4))
}
