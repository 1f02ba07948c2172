import { isRecord } from '../core/index.ts'

/** What a value of a request must look like. */
export type Shape =
  | { is: 'text'; min?: number; max: number; pattern?: RegExp }
  | { is: 'one of'; values: readonly string[] }
  | { is: 'number'; low: number; high: number }
  | { is: 'flag' }
  | { is: 'list'; of: Shape; min?: number; max: number }
  | { is: 'object'; required: Fields; optional: Fields }
  | { is: 'either'; shapes: readonly Shape[] }

export type Fields = Record<string, Shape>

/** One complaint about a request; the provider lists them all. */
export interface Issue {
  code: string
  path: (string | number)[]
  message: string
}

/** Unknown fields are complaints too: a wrong field of an adapter must not pass unnoticed. */
export function findIssues(shape: Shape, value: unknown, path: Issue['path'] = []): Issue[] {
  if (value === undefined) return [{ code: 'invalid_type', path, message: 'Required' }]
  switch (shape.is) {
    case 'text':
      return findTextIssues(shape, value, path)
    case 'one of': {
      const isKnown = typeof value === 'string' && shape.values.includes(value)
      const message = `Invalid option: expected one of ${shape.values.map((one) => `"${one}"`).join('|')}`
      return isKnown ? [] : [{ code: 'invalid_value', path, message }]
    }
    case 'number':
      if (typeof value !== 'number') return wrongType('number', value, path)
      if (!Number.isInteger(value)) return [{ code: 'invalid_type', path, message: 'Expected an integer' }]
      if (value < shape.low) return [{ code: 'too_small', path, message: `Must be >=${shape.low}` }]
      return value > shape.high ? [{ code: 'too_big', path, message: `Must be <=${shape.high}` }] : []
    case 'flag':
      return typeof value === 'boolean' ? [] : wrongType('boolean', value, path)
    case 'list':
      return findListIssues(shape, value, path)
    case 'object':
      return findFieldIssues(shape, value, path)
    case 'either':
      return findFewestIssues(shape, value, path)
    default:
      return shape satisfies never
  }
}

type Of<K extends Shape['is']> = Extract<Shape, { is: K }>

function findTextIssues({ min = 1, max, pattern }: Of<'text'>, value: unknown, path: Issue['path']): Issue[] {
  if (typeof value !== 'string') return wrongType('string', value, path)
  if (value.length < min)
    return [{ code: 'too_small', path, message: `Must have at least ${min} characters` }]
  if (value.length > max) return [{ code: 'too_big', path, message: `Must have at most ${max} characters` }]
  return !pattern || pattern.test(value) ? [] : [{ code: 'invalid_format', path, message: 'Invalid text' }]
}

function findListIssues({ of, min = 0, max }: Of<'list'>, value: unknown, path: Issue['path']): Issue[] {
  if (!Array.isArray(value)) return wrongType('array', value, path)
  if (value.length < min) return [{ code: 'too_small', path, message: `Must have at least ${min} items` }]
  if (value.length > max) return [{ code: 'too_big', path, message: `Must have at most ${max} items` }]
  return value.flatMap((item, index) => findIssues(of, item, [...path, index]))
}

function findFieldIssues({ required, optional }: Of<'object'>, value: unknown, path: Issue['path']): Issue[] {
  if (!isRecord(value)) return wrongType('object', value, path)
  const known = { ...optional, ...required }
  const wrong = Object.entries(known).flatMap(([name, shape]) =>
    value[name] === undefined && !Object.hasOwn(required, name)
      ? []
      : findIssues(shape, value[name], [...path, name]),
  )
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(known, name))
  const names = unknown.map((name) => `"${name}"`).join(', ')
  const message = `Unrecognized key(s) in object: ${names}`
  return unknown.length === 0 ? wrong : [...wrong, { code: 'unrecognized_keys', path, message }]
}

function findFewestIssues({ shapes }: Of<'either'>, value: unknown, path: Issue['path']): Issue[] {
  const all = shapes.map((shape) => findIssues(shape, value, path))
  return all.reduce((fewest, issues) => (issues.length < fewest.length ? issues : fewest))
}

function wrongType(expected: string, value: unknown, path: Issue['path']): Issue[] {
  const received = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return [{ code: 'invalid_type', path, message: `Expected ${expected}, received ${received}` }]
}
