import type { z } from 'zod'

type RawIssue = Parameters<z.core.$ZodErrorMap>[0]

const types: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

const formats: Record<string, string> = {
  date: 'must be a date in the form YYYY-MM-DD',
  datetime: 'must be a date and time in ISO 8601, such as 2026-11-14T12:00:00Z',
}

/**
 * The predicate of the sentence that callers read about an invalid field: "must be a string". Passed to every
 * `safeParse` of caller input as its `error`; messages that a schema brings itself have the same form.
 */
export function explainIssue(issue: RawIssue): string {
  if (issue.input === undefined) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${types[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${listChoices(issue.values)}`
    case 'invalid_union':
      return `must be ${listChoices(issue.options as unknown[])}`
    case 'invalid_format':
      return formats[issue.format] ?? 'has the wrong format'
    case 'too_small':
      return explainBound(issue, 'at least', Number(issue.minimum))
    case 'too_big':
      return explainBound(issue, 'at most', Number(issue.maximum))
    default:
      return 'is not valid'
  }
}

/** The name of a field inside the input: `rows[2].spend`, `scopes[1]`, or `whole` for the input itself. */
export const nameOfPath = (path: readonly PropertyKey[], whole: string): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .slice(1) || whole

/** `1, 2 or 4`. */
function listChoices(values: readonly unknown[]): string {
  const names = values.map(String)
  const last = names.pop()
  return names.length === 0 ? String(last) : `${names.join(', ')} or ${last}`
}

function explainBound(issue: RawIssue, side: 'at least' | 'at most', bound: number): string {
  if (issue.origin === 'array') return `must have ${side} ${bound} ${bound === 1 ? 'item' : 'items'}`
  if (issue.origin === 'string') return explainLength(side, bound)
  // The bounds of a safe integer are not limits of the interface, so they are not named.
  if (!Number.isSafeInteger(issue.input) && Number.isInteger(issue.input))
    return side === 'at most' ? 'is too large' : 'is too small'
  return `must be ${side} ${bound}`
}

const explainLength = (side: 'at least' | 'at most', characters: number): string =>
  side === 'at least' && characters === 1 ? 'must not be empty' : `must be ${side} ${characters} characters`
