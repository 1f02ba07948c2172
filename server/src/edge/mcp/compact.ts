import { isEmpty, isObject } from './check-arguments.ts'
import type { Shape, ToolTable } from './tool-table.ts'

type Limits = ToolTable['limits']

/** How many characters of a text stay, and of one in a row of a list. */
type Cut = { text?: number; row?: number }

/** Only the fields of the shape, without empty values, and without values of another type. */
export function compact(
  limits: Limits,
  shape: Shape,
  data: Record<string, unknown>,
  { text = limits.textCharacters, row = limits.rowTextCharacters }: Cut = {},
): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [name, [type, inner]] of Object.entries(shape)) {
    const value = data[name]
    if (isEmpty(value) || !hasType(type, value)) continue
    if (type === 'array' && hasFields(inner)) {
      result[name] = (value as unknown[])
        .filter(isObject)
        .map((one) => compact(limits, inner, one, { text: row, row }))
    } else if (type === 'object' && hasFields(inner)) {
      const part = compact(limits, inner, value as Record<string, unknown>, { text, row })
      if (Object.keys(part).length > 0) result[name] = part
    } else if (type === 'string') {
      result[name] = truncate(limits, value as string, text)
    } else result[name] = value
  }
  return result
}

const hasFields = (inner: Shape | null): inner is Shape => inner !== null && Object.keys(inner).length > 0

/** URLs get a higher limit, because a truncated URL is useless. */
export function truncate({ urlCharacters }: Limits, text: string, charactersMax: number): string {
  const max = text.startsWith('http') ? urlCharacters : charactersMax
  if (text.length <= max) return text
  const characters = [...text]
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`
}

function hasType(type: string, value: unknown): boolean {
  if (type === '') return true
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

/** Whether a field of a refusal has the type that the shape declares for it, if any. */
export const hasDeclaredType = (shape: Shape, name: string, value: unknown): boolean => {
  const [type] = shape[name] ?? ['']
  return hasType(type, value)
}
