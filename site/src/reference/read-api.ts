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

type Content = Record<string, { schema: Schema }>

export type Operation = {
  parameters: {
    name: string
    in: 'path' | 'query'
    required: boolean
    description?: string
    schema: Schema
  }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

const schemas = openapi.components.schemas as unknown as Record<string, Schema>
const paths = openapi.paths as unknown as Record<string, Record<string, Operation>>

export function operationOf({ path, method }: { path: string; method: string }): Operation {
  const operation = paths[path]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${method} ${path} is not in openapi.json`)
  return operation
}

export const nameOf = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1)

/** An object that several answers share; undefined for what is part of one answer alone. */
export const findObject = (name: string): Schema | undefined => schemas[name]

/** A schema without its null alternative, and whether it had one. */
export function withoutNull(schema: Schema): { schema: Schema; isNullable: boolean } {
  if (Array.isArray(schema.type)) {
    const [type = 'any', ...others] = schema.type.filter((one) => one !== 'null')
    const isNullable = schema.type.includes('null')
    return { schema: { ...schema, type: others.length > 0 ? [type, ...others] : type }, isNullable }
  }
  const choices = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  const isNullable = schema.anyOf?.some(({ type }) => type === 'null') ?? false
  const [one, ...others] = choices
  if (!one || others.length > 0) return { schema, isNullable }
  const { anyOf: _, ...outer } = schema
  return { schema: { ...one, ...outer }, isNullable }
}
