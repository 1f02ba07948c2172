import { isRecord } from '../core/index.ts'
import { type Field, type Model, models } from './models.ts'
import type { kieSettings } from './settings.ts'

export interface Order {
  name: string
  model: Model
  input: Record<string, unknown>
  callBackUrl: string | null
}

type Choices = Pick<typeof kieSettings, 'grokDuration' | 'requiredField'>

/** The order in the body of a submit, or a sentence: whatever the model does not take is refused. */
export function checkOrder(body: Record<string, unknown>, choices: Choices): Order | string {
  const { model: name, input, callBackUrl = null, ...rest } = body
  const extra = Object.keys(rest)[0]
  if (extra !== undefined) return `${extra} is not a known parameter.`
  if (typeof name !== 'string' || name === '') return 'The model is required.'
  const model = Object.hasOwn(models, name) ? models[name] : undefined
  if (!model) return 'The model name you specified is not supported.'
  if (callBackUrl !== null && !isUrl(callBackUrl)) return 'callBackUrl must be a valid URL.'
  if (!isRecord(input)) return 'The input is required and must be an object.'
  const wrong = checkInput(name, model, input, choices)
  return wrong ?? { name, model, input, callBackUrl: callBackUrl as string | null }
}

function checkInput(name: string, model: Model, input: Order['input'], choices: Choices): string | undefined {
  for (const required of [...model.required, choices.requiredField])
    if (required !== '' && input[required] === undefined) return `${required} is required.`
  for (const [field, value] of Object.entries(input)) {
    const known = Object.hasOwn(model.fields, field) ? model.fields[field] : undefined
    if (!known) return `${field} is not within the range of allowed options.`
    const asText =
      field === 'duration' && name.endsWith('/image-to-video') && choices.grokDuration === 'string'
    const wrong = asText ? checkDigits(value, known) : checkValue(value, known)
    if (wrong) return `${field} ${wrong}.`
  }
  return checkTogether(name, model, input)
}

function checkDigits(value: unknown, field: Field): string | undefined {
  if (typeof value !== 'string' || !/^\d+$/.test(value)) return 'must be a string of digits'
  return checkValue(Number(value), field)
}

function checkValue(value: unknown, field: Field): string | undefined {
  switch (field.takes) {
    case 'text': {
      if (typeof value !== 'string') return 'must be a string'
      const fits = value.length >= (field.min ?? 0) && value.length <= field.max
      return fits ? undefined : `must have ${field.min ?? 0} to ${field.max} characters`
    }
    case 'choice':
      if (typeof value === 'string' && field.of.includes(value)) return undefined
      return `is not within the range of allowed options: ${field.of.join(', ')}`
    case 'whole': {
      if (!Number.isInteger(value)) return 'must be an integer'
      const whole = value as number
      if (whole === field.also || (whole >= field.from && whole <= field.to)) return undefined
      return `must be between ${field.from} and ${field.to}`
    }
    case 'flag':
      return typeof value === 'boolean' ? undefined : 'must be a boolean'
    case 'url':
      return isUrl(value) ? undefined : 'must be a valid URL'
    case 'urls':
      return checkUrls(value, field)
    default:
      return field satisfies never
  }
}

function checkUrls(value: unknown, field: Extract<Field, { takes: 'urls' }>): string | undefined {
  if (!Array.isArray(value)) return 'must be an array'
  if (value.length < (field.min ?? 0) || value.length > field.max)
    return `must have ${field.min ?? 0} to ${field.max} items`
  if (!value.every(isUrl)) return 'must hold valid URLs'
  const { ending } = field
  if (ending && !value.every((one) => ending.test(new URL(one).pathname)))
    return 'has an unsupported file type'
  return undefined
}

/** Rules about several fields. */
function checkTogether(name: string, { fields }: Model, input: Order['input']): string | undefined {
  const { aspect_ratio: ratio, resolution, reference_image_urls: pictures } = input
  const hasFrame = input.first_frame_url !== undefined || input.last_frame_url !== undefined
  if (hasFrame && Array.isArray(pictures) && pictures.length > 0)
    return 'reference_image_urls cannot be combined with first_frame_url or last_frame_url.'
  if (name === 'bytedance/seedance-2-5' && hasFrame && ratio !== undefined && ratio !== 'adaptive')
    return 'aspect_ratio must be adaptive with first_frame_url.'
  if (name.startsWith('gpt-image-')) {
    if (ratio === 'auto' && resolution !== undefined && resolution !== '1K')
      return 'aspect_ratio auto supports only 1K.'
    if (ratio === '1:1' && resolution === '4K') return 'aspect_ratio 1:1 does not support 4K.'
  }
  if (!fields.task_id) return undefined
  const hasTask = input.task_id !== undefined
  if (hasTask === (input.image_urls !== undefined)) return 'Provide either image_urls or task_id.'
  return hasTask === (input.index !== undefined) ? undefined : 'task_id and index belong together.'
}

export function isUrl(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value)
}
