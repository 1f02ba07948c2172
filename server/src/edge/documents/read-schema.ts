import openapi from '@atelier/contract/openapi.json' with { type: 'json' }

/** The part of JSON Schema that the contract uses. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  description?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  examples?: unknown[]
}

export type Field = { name: string; required: boolean; schema: Schema }

export type Operation = {
  operationId: string
  parameters: {
    name: string
    in: 'path' | 'query'
    required: boolean
    description?: string
    schema: Schema
  }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

const schemas = openapi.components.schemas as unknown as Record<string, Schema>
const paths = openapi.paths as unknown as Record<string, Record<string, Operation>>

export const operationOf = ({ path, method }: { path: string; method: string }): Operation =>
  paths[path]?.[method.toLowerCase()] as Operation

/** The objects in responses. Request bodies are shown with their endpoint. */
export const objects: [string, Schema][] = Object.entries(schemas).filter(
  ([name]) => !/Body$|Form$/.test(name),
)

export const nameOf = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1)

const resolve = (schema: Schema): Schema => schemas[nameOf(schema) ?? ''] ?? schema

export function fieldsOf(schema: Schema): Field[] {
  const { properties = {}, required = [] } = resolve(schema)
  return Object.entries(properties).map(([name, one]) => ({
    name,
    required: required.includes(name),
    schema: one,
  }))
}

/** A schema without its null alternative, and whether it had one. */
function withoutNull(schema: Schema): { schema: Schema; nullable: boolean } {
  if (Array.isArray(schema.type)) {
    const [type = 'any'] = schema.type.filter((one) => one !== 'null')
    return { schema: { ...schema, type }, nullable: schema.type.includes('null') }
  }
  const [one, ...others] = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  const nullable = schema.anyOf?.some(({ type }) => type === 'null') ?? false
  return one && others.length === 0 ? { schema: { ...schema, ...one }, nullable } : { schema, nullable }
}

const FORMATS: Record<string, string> = { uri: 'URL', 'date-time': 'time', binary: 'file' }

/** The type of a field, in words. */
export function describeType(given: Schema): string {
  const { schema, nullable } = withoutNull(given)
  return nullable ? `${describeNonNullType(schema)} or null` : describeNonNullType(schema)
}

function describeNonNullType(schema: Schema): string {
  if (schema.$ref) return nameOf(schema) ?? ''
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.join(' | ')
  if (schema.type === 'array') return `list of ${describeType(schema.items ?? {})}`
  if (schema.properties) return `{ ${Object.keys(schema.properties).join(', ')} }`
  const [, prefix] = /^([a-z]{3})_\w{22}$/.exec(String(schema.examples?.[0])) ?? []
  if (prefix) return `id ${prefix}_…`
  return FORMATS[schema.format ?? ''] ?? String(schema.type ?? 'any')
}

const number = (value: number): string => value.toLocaleString('en-US')

/** The maximum length or value of a field. Bounds of safe integers are not shown. */
export function describeLimit(given: Schema): string | undefined {
  const { schema } = withoutNull(given)
  const { minLength, maxLength, minimum, maximum, maxItems } = schema
  if (maxLength !== undefined) {
    return `${minLength ? `${minLength} to` : 'at most'} ${number(maxLength)} characters`
  }
  if (maxItems !== undefined) return `at most ${maxItems}`
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER)
    return `${minimum ?? 0} to ${number(maximum)}`
  return undefined
}
