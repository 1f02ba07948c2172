import { isRecord } from '../core/index.ts'
import type { Detail, Field, Reference } from './fields.ts'
import type { Model } from './models.ts'

/** All that the model would reject, in its own words. Fields it does not know are ignored. */
export function checkInput(model: Model, input: Record<string, unknown>): Detail[] {
  return Object.entries(model.fields).flatMap(([name, field]) => {
    const value = input[name]
    const loc = ['body', name]
    if (value === undefined || value === null) {
      if (!field.isRequired) return []
      return [{ loc, msg: 'Field required', type: 'missing', input }]
    }
    return checkValue(field, value).map((problem) => ({ loc, input: value, ...problem }))
  })
}

type Problem = Omit<Detail, 'loc'> & { loc?: Detail['loc'] }

function checkValue(field: Field, value: unknown): Problem[] {
  switch (field.is) {
    case 'text':
      return checkText(value, field.min, field.max)
    case 'choice':
      return checkChoice(value, field.of)
    case 'whole':
      return checkWhole(value, field.min, field.max)
    case 'flag':
      if (typeof value === 'boolean') return []
      return [{ msg: 'Input should be a valid boolean', type: 'bool_type' }]
    case 'address':
      return checkText(value, 1, Number.POSITIVE_INFINITY)
    case 'addresses':
      return checkList(value, field.min, field.max)
    case 'size':
      return checkSize(value)
    default:
      return field satisfies never
  }
}

function checkChoice(value: unknown, choices: readonly (string | number)[]): Problem[] {
  if (choices.some((one) => one === value)) return []
  const expected = choices.map((one) => (typeof one === 'string' ? `'${one}'` : one)).join(', ')
  return [{ msg: `Input should be ${expected}`, type: 'literal_error', ctx: { expected } }]
}

function checkText(value: unknown, min: number, max: number): Problem[] {
  if (typeof value !== 'string') return [{ msg: 'Input should be a valid string', type: 'string_type' }]
  if (value.length < min)
    return [{ msg: `String should have at least ${min} character`, type: 'string_too_short' }]
  if (value.length > max)
    return [{ msg: `String should have at most ${max} characters`, type: 'string_too_long' }]
  return []
}

function checkWhole(value: unknown, min: number, max: number): Problem[] {
  if (!Number.isSafeInteger(value)) return [{ msg: 'Input should be a valid integer', type: 'int_type' }]
  const number = value as number
  if (number < min) {
    const ctx = { ge: min }
    return [{ msg: `Input should be greater than or equal to ${min}`, type: 'greater_than_equal', ctx }]
  }
  if (number <= max) return []
  return [{ msg: `Input should be less than or equal to ${max}`, type: 'less_than_equal', ctx: { le: max } }]
}

function checkList(value: unknown, min: number, max: number): Problem[] {
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
    return [{ msg: 'Input should be a valid list', type: 'list_type' }]
  if (value.length < min)
    return [{ msg: `List should have at least ${min} item`, type: 'sequence_too_short', ctx: { min } }]
  if (value.length > max)
    return [{ msg: `List should have at most ${max} items`, type: 'sequence_too_long', ctx: { max } }]
  return []
}

const PRESETS = [
  'auto',
  'square_hd',
  'square',
  'portrait_4_3',
  'portrait_16_9',
  'landscape_4_3',
  'landscape_16_9',
]
const SIDE_MAX = 3840
const PIXELS_MIN = 655_360
const PIXELS_MAX = 8_294_400

function checkSize(value: unknown): Problem[] {
  if (typeof value === 'string')
    return PRESETS.includes(value) ? [] : [{ msg: 'Input should be a known size', type: 'literal_error' }]
  if (!isRecord(value)) return [{ msg: 'Input should be a valid dictionary', type: 'model_type' }]
  const { width, height } = value
  for (const [name, side] of Object.entries({ width, height })) {
    const found = checkWhole(side, 16, SIDE_MAX)
    if (found[0]) return [{ ...found[0], loc: ['body', 'image_size', name] }]
    if ((side as number) % 16 !== 0) {
      const problem = {
        msg: 'Input should be a multiple of 16',
        type: 'multiple_of',
        ctx: { multiple_of: 16 },
      }
      return [{ ...problem, loc: ['body', 'image_size', name] }]
    }
  }
  const [long, short] = [
    Math.max(width as number, height as number),
    Math.min(width as number, height as number),
  ]
  if (long > short * 3) return [{ msg: 'The ratio must be at most 3:1', type: 'one_of' }]
  if (long * short < PIXELS_MIN) return [{ msg: 'The image is too small', type: 'image_too_small' }]
  return long * short > PIXELS_MAX ? [{ msg: 'The image is too large', type: 'image_too_large' }] : []
}

/** The pictures that the model would download. */
export function listReferences(model: Model, input: Record<string, unknown>): Reference[] {
  return Object.entries(model.fields).flatMap(([name, field]) => {
    const value = input[name]
    if (field.is === 'address' && typeof value === 'string') return [{ loc: ['body', name], url: value }]
    if (field.is !== 'addresses' || !Array.isArray(value)) return []
    return value.map((url, index) => ({ loc: ['body', name, index], url: String(url) }))
  })
}
