import { z } from 'zod'

export type Json = Record<string, unknown>

/** The shared parts of the document, by kind and name. */
export type Components = { schemas: Record<string, Json>; responses: Record<string, Json> }

/** The JSON schema of a type. A named type is added to the components once and referenced. */
export function schemaOf(type: z.ZodType, io: 'input' | 'output', components: Components): Json {
  const whole = z.toJSONSchema(type, {
    io,
    target: 'draft-2020-12',
    override: describeForCallers,
  }) as Json & {
    $defs?: Record<string, Json>
  }
  const { $schema: _, $defs = {}, ...own } = whole
  for (const [id, definition] of Object.entries($defs)) components.schemas[id] ??= toComponents(definition)
  const { id, ...schema } = toComponents(own)
  if (typeof id !== 'string') return schema
  components.schemas[id] ??= schema
  return { $ref: `#/components/schemas/${id}` }
}

/**
 * `documentedAs` in the meta of a schema replaces its JSON schema: a number in a query is parsed from text
 * but documented as an integer. `example` becomes `examples`, as JSON Schema names it.
 */
function describeForCallers({ jsonSchema }: { jsonSchema: Json }): void {
  const { documentedAs, example, ...rest } = jsonSchema
  if (documentedAs === undefined && example === undefined) return
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
  const { description } = rest
  Object.assign(
    jsonSchema,
    documentedAs ? { ...documentedAs, ...(description ? { description } : {}) } : rest,
  )
  if (example !== undefined) jsonSchema.examples = [example]
}

const toComponents = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/')) as Json
