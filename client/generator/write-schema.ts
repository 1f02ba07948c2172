/** The part of JSON Schema that the contract uses. Anything else stops the generator. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  description?: string
  format?: string
}

const SIMPLE: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** Writes a schema as a TypeScript type. */
export function typeOf(schema: Schema, indent = ''): string {
  if (schema.$ref) return schema.$ref.replace(/^.*\//, '')
  if ('const' in schema) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  // Beside properties, options only say which of them are required together.
  const options = schema.properties ? undefined : (schema.anyOf ?? schema.oneOf)
  if (options) return [...new Set(options.map((option) => typeOf(option, indent)))].join(' | ')
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ')
  switch (schema.type) {
    case undefined:
      return 'unknown'
    case 'array':
      return `Array<${typeOf(schema.items ?? {}, indent)}>`
    case 'object':
      return objectType(schema, indent)
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string'
    default: {
      const simple = SIMPLE[schema.type]
      if (!simple) throw new Error(`The type ${schema.type} is not known to the generator.`)
      return simple
    }
  }
}

/** A text as the strings of our sources are written. */
export const literal = (value: unknown): string =>
  typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : JSON.stringify(value)

export const comment = (text: string | undefined, indent: string): string =>
  text ? `${indent}/** ${text.replaceAll('*/', '* /').replaceAll('\n', `\n${indent} * `)} */\n` : ''

function objectType(
  { properties, required = [], additionalProperties: more }: Schema,
  indent: string,
): string {
  const inner = `${indent}  `
  if (!properties) return `Record<string, ${typeof more === 'object' ? typeOf(more, indent) : 'unknown'}>`
  const fields = Object.entries(properties).map(([name, schema]) => {
    const type = typeOf(schema, inner)
    const field = required.includes(name) ? `${name}: ${type}` : `${name}?: ${type} | undefined`
    return `${comment(schema.description, inner)}${inner}${field}\n`
  })
  // An object that takes further fields, as zod calls it: a loose one.
  const rest = typeof more === 'object' ? `${inner}[field: string]: ${typeOf(more, inner)}\n` : ''
  return fields.length + rest.length === 0
    ? 'Record<string, never>'
    : `{\n${fields.join('')}${rest}${indent}}`
}
