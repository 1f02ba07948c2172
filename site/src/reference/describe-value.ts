import { nameOf, type Schema, withoutNull } from './read-api.ts'

const FORMATS: Record<string, string> = {
  uri: 'URL',
  'date-time': 'time',
  date: 'day',
  binary: 'file',
  password: 'text',
}
const TYPES: Record<string, string> = { string: 'text', boolean: 'true or false', integer: 'whole number' }

/** Refers to an object by a link to its section on the same page. */
export const anchorOf = (name: string): string => `object-${name.toLowerCase()}`

/** The type of a field in words, as Markdown. */
export function describeType(given: Schema): string {
  const { schema, isNullable } = withoutNull(given)
  return isNullable ? `${describeNonNull(schema)} or null` : describeNonNull(schema)
}

function describeNonNull(schema: Schema): string {
  const name = nameOf(schema)
  if (name !== undefined) return `[${name}](#${anchorOf(name)})`
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum) return schema.enum.map((one) => `\`${one}\``).join(' ')
  if (schema.type === 'array') return `list of ${describeType(schema.items ?? {})}`
  if (schema.anyOf) return [...new Set(schema.anyOf.map(describeType))].join(' or ')
  if (schema.properties) return 'object'
  const [, prefix] = /^([a-z]{3})_\w{22}$/.exec(String(schema.examples?.[0])) ?? []
  if (prefix) return `id \`${prefix}_…\``
  if (schema.format !== undefined) return FORMATS[schema.format] ?? schema.format
  return [schema.type ?? 'any value']
    .flat()
    .map((one) => TYPES[one] ?? one)
    .join(' or ')
}

const number = (value: number): string => value.toLocaleString('en-US')

/** The bounds of a field. Those of safe integers say nothing. */
export function describeLimit(given: Schema): string | undefined {
  const { minLength, maxLength, minimum, maximum, maxItems } = withoutNull(given).schema
  if (maxLength !== undefined)
    return `${minLength ? `${minLength} to` : 'at most'} ${number(maxLength)} characters`
  if (maxItems !== undefined) return `at most ${maxItems}`
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER)
    return `${number(minimum ?? 0)} to ${number(maximum)}`
  return undefined
}
