import { z } from 'zod'
import { type Endpoint, type EndpointName, notes } from '../endpoints/index.ts'
import { examples } from '../examples/index.ts'
import { IMPORT_BYTES, rateLimits } from '../limits.ts'
import { headersOf } from './describe-headers.ts'
import { describeRefusals } from './describe-refusals.ts'
import { describeLinks } from './links.ts'
import { type Components, type Json, schemaOf } from './schema-of.ts'

export function describeOperation(name: EndpointName, endpoint: Endpoint, components: Components): Json {
  return {
    operationId: name,
    tags: [endpoint.chapter],
    summary: endpoint.summary,
    description: [notes[name], ...accessOf(endpoint)].filter(Boolean).join('\n\n'),
    security: securityOf(endpoint),
    parameters: [
      ...describeParameters('path', endpoint.params, examples[name].params, components),
      ...describeParameters('query', endpoint.query, examples[name].query, components),
    ],
    ...describeBody(name, endpoint, components),
    responses: {
      [endpoint.answer.status]: describeAnswer(name, endpoint, components),
      ...describeOthers(endpoint),
      ...describeRefusals(endpoint, components),
    },
  }
}

function accessOf({ auth, admin, scope, tokens, limit, formLimit, heavy }: Endpoint): string[] {
  const counted = (of: keyof typeof rateLimits) => `${rateLimits[of]} requests a minute (class \`${of}\`)`
  const session = `a dashboard session${admin ? ' of an admin' : ''}`
  const who = {
    open: 'Requires no authentication.',
    key: scope
      ? `Requires an API key with the scope \`${scope}\`.`
      : `Requires an API key${tokens ? ' or an access token of OAuth' : ''}.`,
    session: `Requires ${session}, in requests from the dashboard’s own pages.`,
  }
  if (!limit) return [who[auth]]
  const form = formLimit && formLimit !== limit ? `; as a form ${counted(formLimit)}` : ''
  const also = heavy ? `, and ${counted('heavy')}` : ''
  return [`${who[auth]} ${counted(limit)}${form}${also}.`]
}

/** OpenAPI 3.1 lists the required roles of an API key here: its scopes. */
function securityOf({ auth, scope }: Endpoint): Json[] {
  const roles = scope ? [scope] : []
  return { open: [], key: [{ apiKey: roles }, { bearer: roles }], session: [{ session: [] }] }[auth]
}

const describeParameters = (
  place: 'path' | 'query',
  shape: z.ZodObject | undefined,
  example: Record<string, string> | undefined,
  components: Components,
): Json[] =>
  Object.entries(shape?.shape ?? {}).map(([field, type]) => {
    const { description, ...schema } = schemaOf(type as z.ZodType, 'input', components)
    return {
      name: field,
      in: place,
      required: place === 'path' || !type.safeParse(undefined).success,
      ...(description !== undefined && { description }),
      schema,
      ...(example?.[field] !== undefined && { example: asTyped(example[field], schema) }),
    }
  })

const asTyped = (value: string, schema: Json) => (schema.type === 'integer' ? Number(value) : value)

function describeBody(
  name: EndpointName,
  { body, form, encoded, lines }: Endpoint,
  components: Components,
): Json {
  if (!body && !form && !encoded && !lines) return {}
  const { body: json, form: fields, encoded: pairs, lines: texts } = examples[name]
  const asJson = body && { schema: schemaOf(body, 'input', components), example: json }
  const asForm = form && {
    schema: formOf(form, components),
    encoding: { file: { contentType: 'image/jpeg, image/png, image/webp' } },
    example: { ...(fields as Json), file: 'the bytes of an image' },
  }
  const asPairs = encoded && { schema: schemaOf(encoded, 'input', components), example: pairs }
  return {
    requestBody: {
      required: true,
      content: {
        ...(asJson && { 'application/json': asJson }),
        ...(asForm && { 'multipart/form-data': asForm }),
        ...(asPairs && { 'application/x-www-form-urlencoded': asPairs }),
        ...Object.fromEntries((lines ?? []).map((type) => [type, describeLines(texts?.[type])])),
      },
    },
  }
}

const describeLines = (example: string | undefined): Json => ({
  schema: { type: 'string', description: `UTF-8, at most ${IMPORT_BYTES / 1_048_576} MB, uncompressed` },
  ...(example !== undefined && { example }),
})

/** The fields of a form and its one file. */
function formOf(form: z.ZodObject, components: Components): Json {
  const fields = schemaOf(z.object(form.shape), 'input', components) as {
    properties: Json
    required?: string[]
  }
  const file = { type: 'string', format: 'binary', description: 'One image: JPEG, PNG or WebP, 10 MB' }
  return {
    type: 'object',
    properties: { ...fields.properties, file },
    required: [...(fields.required ?? []), 'file'],
  }
}

function describeAnswer(name: EndpointName, endpoint: Endpoint, components: Components): Json {
  const { type = 'application/json', schema, status, description } = endpoint.answer
  const { answer } = examples[name]
  const content = {
    ...(schema ? { schema: schemaOf(schema, 'output', components) } : { schema: {} }),
    ...(answer !== undefined && { example: answer }),
  }
  // The links of a twin would lead to the endpoints of keys.
  const links = 'twinOf' in endpoint ? undefined : describeLinks(name)
  return {
    description,
    headers: headersOf(endpoint, status),
    content: { [type]: content },
    ...(links && { links }),
  }
}

const describeOthers = (endpoint: Endpoint): Json =>
  Object.fromEntries(
    Object.entries(endpoint.also ?? {}).map(([status, description]) => [
      status,
      { description, headers: headersOf(endpoint, Number(status)) },
    ]),
  )
