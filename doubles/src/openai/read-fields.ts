import { invalid, invalidValue, missing, wrongType } from './api-error.ts'

/** The fields of a request by name; a field that is null counts as left out. */
export type Fields = Record<string, unknown>

export function refuseUnknown(fields: Fields, known: readonly string[]): void {
  for (const name of Object.keys(fields))
    if (!known.includes(name)) throw invalid(name, 'unknown_parameter', `Unknown parameter: '${name}'.`)
}

export function readText(fields: Fields, name: string, charactersMax: number): string | undefined {
  const value = fields[name] ?? undefined
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw wrongType(name, 'a string', value)
  const { length } = [...value]
  if (length > charactersMax) {
    const why = `Expected a maximum length of ${charactersMax}, but got ${length} instead.`
    throw invalid(name, 'string_above_max_length', `Invalid '${name}': string too long. ${why}`)
  }
  return value
}

export function needText(fields: Fields, name: string, charactersMax: number): string {
  const value = readText(fields, name, charactersMax)
  if (value === undefined) throw missing(name)
  if (value === '') throw invalid(name, 'empty_string', `Invalid '${name}': empty string.`)
  return value
}

export function readChoice(fields: Fields, name: string, choices: readonly string[]): string | undefined {
  const value = readText(fields, name, 1000)
  if (value !== undefined && !choices.includes(value)) throw invalidValue(name, value, choices)
  return value
}

export function readWhole(fields: Fields, name: string, low: number, high: number): number | undefined {
  const value = fields[name] ?? undefined
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value)) throw wrongType(name, 'an integer', value)
  if (value >= low && value <= high) return value
  const [code, bound] =
    value < low
      ? ['integer_below_min_value', `below minimum value. Expected a value >= ${low}`]
      : ['integer_above_max_value', `above maximum value. Expected a value <= ${high}`]
  throw invalid(name, code, `Invalid '${name}': integer ${bound}, but got ${value} instead.`)
}

export function readFlag(fields: Fields, name: string): boolean | undefined {
  const value = fields[name] ?? undefined
  if (value !== undefined && typeof value !== 'boolean') throw wrongType(name, 'a boolean', value)
  return value
}
