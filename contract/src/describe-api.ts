import { z } from 'zod'
import { type Endpoint, endpoints } from './endpoints.ts'
import { ErrorBody, type RefusalCode, refusals } from './refusals.ts'
import { API_VERSION } from './version.ts'

type Json = Record<string, unknown>

/** OpenAPI 3.1, written from the very schemas that the server parses with. */
export function describeApi(): Json {
  const components: Record<string, Json> = {}
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
    const operation = describeOperation(name, endpoint, components)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Atelier', version: API_VERSION, description: 'Images for agents that run advertising.' },
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

function describeOperation(name: string, endpoint: Endpoint, components: Record<string, Json>): Json {
  const schema = (type: z.ZodType, io: 'input' | 'output') => schemaOf(type, io, components)
  const parametersOf = (place: 'path' | 'query', shape: z.ZodObject | undefined) =>
    Object.entries(shape?.shape ?? {}).map(([field, type]) => ({
      name: field,
      in: place,
      required: place === 'path',
      schema: schema(type as z.ZodType, 'input'),
    }))
  const { answer } = endpoint
  const content = {
    [answer.type ?? 'application/json']: answer.schema ? { schema: schema(answer.schema, 'output') } : {},
  }
  return {
    operationId: name,
    summary: endpoint.summary,
    security: endpoint.auth === 'open' ? [] : [{ apiKey: [] }, { bearer: [] }],
    parameters: [...parametersOf('path', endpoint.params), ...parametersOf('query', endpoint.query)],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schema(endpoint.body, 'input') } },
      },
    }),
    responses: {
      [answer.status]: { description: answer.description, content },
      ...describeRefusals(endpoint, schema(ErrorBody, 'output')),
    },
  }
}

function describeRefusals(endpoint: Endpoint, schema: Json): Json {
  const codes = new Set<RefusalCode>(endpoint.refusals)
  if (endpoint.auth === 'key')
    for (const code of ['unauthorized', 'key_inactive', 'scope_missing'] as const) codes.add(code)
  if (endpoint.limit) codes.add('rate_limited')
  codes.add('internal_error').add('service_unavailable')
  const byStatus = Map.groupBy(codes, (code) => refusals[code].status)
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, of]) => [
        status,
        { description: of.join(', '), content: { 'application/json': { schema } } },
      ]),
  )
}

/** A schema that has a name goes to the components once and is referred to from then on. */
function schemaOf(type: z.ZodType, io: 'input' | 'output', components: Record<string, Json>): Json {
  const {
    $schema: _,
    $defs = {},
    ...whole
  } = z.toJSONSchema(type, { io, target: 'draft-2020-12' }) as Json & {
    $defs?: Record<string, Json>
  }
  for (const [id, definition] of Object.entries($defs)) components[id] ??= toComponents(definition)
  const { id, ...schema } = toComponents(whole)
  if (typeof id !== 'string') return schema
  components[id] ??= schema
  return { $ref: `#/components/schemas/${id}` }
}

const toComponents = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/')) as Json
