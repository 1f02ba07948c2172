import type { Param, Tool } from './tool-table.ts'

export type Arguments = Record<string, unknown>

type Checked = { args: Arguments; problem?: undefined } | { problem: string; field?: string | undefined }

export const camel = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

export const snake = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What counts as not given. */
export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0)

/** The arguments of a call, corrected where the meaning is unambiguous, or what is wrong with them. */
export function checkArguments({ params, exactlyOne }: Tool, raw: unknown): Checked {
  if (!isObject(raw)) return { problem: 'The arguments must be one object.' }
  const byName = new Map(params.map((param) => [param.name, param]))
  const args: Arguments = {}
  for (const [name, value] of Object.entries(raw)) {
    // A caller that knows the HTTP API may write productId.
    const param = byName.get(name) ?? byName.get(snake(name))
    if (!param) {
      const allowed = [...byName.keys()].join(', ') || 'none'
      return { problem: `${name}: no such argument. Allowed: ${allowed}.`, field: name }
    }
    if (isEmpty(value)) continue
    const parsed = parseValue(param, value)
    if ('problem' in parsed) return { problem: `${param.name}: ${parsed.problem}`, field: param.name }
    args[param.name] = parsed.value
  }
  const missing = params.filter(({ name, required }) => required && !(name in args)).map(({ name }) => name)
  if (missing.length > 0) {
    const are = missing.length === 1 ? 'is' : 'are'
    return { problem: `${missing.join(', ')}: ${are} missing.`, field: missing[0] }
  }
  const named = exactlyOne.filter((name) => name in args)
  if (exactlyOne.length > 0 && named.length !== 1) {
    const problem = `Give exactly one of ${exactlyOne.join(', ')}; ${named.length} were given.`
    return { problem, field: named[0] ?? exactlyOne[0] }
  }
  for (const param of params) if (param.default !== undefined) args[param.name] ??= param.default
  return { args }
}

type Parsed = { value: unknown } | { problem: string }

const TYPES = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean' } as const

function parseValue(param: Param, given: unknown): Parsed {
  const { kind, choices, minimum, maximum } = param
  if (kind === 'strings' || kind === 'objects') return parseList(param, kind, given)
  const value = coerce(param, given)
  if (typeof value !== TYPES[kind] || (kind === 'integer' && !Number.isInteger(value))) {
    const article = kind === 'integer' ? 'an' : 'a'
    return { problem: `must be ${article} ${kind}${choices ? `, one of ${choices.join(', ')}` : ''}.` }
  }
  if (choices && !choices.includes(value as string)) {
    return { problem: `must be one of ${choices.join(', ')}.` }
  }
  if (typeof value === 'string') return checkText(param, value)
  const isOutside =
    typeof value === 'number' &&
    ((minimum !== undefined && value < minimum) || (maximum !== undefined && value > maximum))
  return isOutside ? { problem: `must be ${minimum} to ${maximum}.` } : { value }
}

/** A value of the wrong type is a common mistake of models. */
function coerce({ kind, choices = [] }: Param, value: unknown): unknown {
  if (kind === 'string') {
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text !== 'string') return text
    const wanted = text.trim().toLowerCase()
    return choices.find((choice) => String(choice).toLowerCase() === wanted) ?? text
  }
  if (typeof value !== 'string') return value
  const text = value.trim().toLowerCase()
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : value
  const isNumber = /^-?\d{1,15}$/.test(text) || (kind === 'number' && /^-?\d{1,15}\.\d{1,15}$/.test(text))
  return isNumber ? Number(text) : value
}

function parseList({ maximum }: Param, kind: 'strings' | 'objects', given: unknown): Parsed {
  let value = given
  if (typeof value === 'string' && value.trimStart().startsWith('[')) {
    try {
      value = JSON.parse(value)
    } catch {
      return { problem: 'must be a list.' }
    }
  }
  const items = Array.isArray(value) ? value : [value]
  const isItem = (item: unknown) => (kind === 'strings' ? typeof item === 'string' : isObject(item))
  if (!items.every((item) => isItem(item) && !isEmpty(item)))
    return { problem: `must be a list of ${kind === 'strings' ? 'text' : 'objects'}.` }
  if (maximum !== undefined && items.length > maximum)
    return { problem: `must have at most ${maximum} items, not ${items.length}.` }
  return { value: items }
}

function checkText({ maximum }: Param, value: string): Parsed {
  const { length } = [...value.trim()]
  if (length === 0) return { problem: 'must not be blank.' }
  if (maximum !== undefined && length > maximum)
    return { problem: `must have at most ${maximum} characters, not ${length}.` }
  if (!value.isWellFormed()) return { problem: 'contains half a character (an unpaired surrogate).' }
  return { value }
}
