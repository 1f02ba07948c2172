import { type Endpoint, type EndpointName, refusalsOf } from '@atelier/contract'
import { comment, literal, type Schema, typeOf } from './write-schema.ts'

/** The parts of an OpenAPI operation that are written into the client. */
export type Operation = {
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

/** POSTs that change nothing. */
const READS: EndpointName[] = ['quoteJob']

/** Writes the types of an endpoint and the function that calls it. */
export function describeEndpoint(name: EndpointName, endpoint: Endpoint, operation: Operation): string {
  const type = name.replace(/^./, (letter) => letter.toUpperCase())
  const fields = fieldsOf(operation)
  const bodies = bodiesOf(name, operation)
  const parts = [...(fields.names.length > 0 ? [fields.type] : []), ...(bodies ? [bodies] : [])]
  const answer = answerOf(endpoint, operation)
  const input = parts.length > 0 ? `export type ${type}Input = ${parts.join(' & ')}\n\n` : ''
  const isOptional = bodies === undefined && !fields.isRequired
  const parameter = input && `, input${isOptional ? '?' : ''}: ${type}Input`
  const given = input ? 'input' : '{}'
  return (
    `${input}export type ${type}Answer = ${answer}\n\n` +
    comment(`${endpoint.summary}.${accessOf(endpoint)}`, '') +
    `export const ${name} = (client: Client${parameter}, options?: CallOptions)` +
    `: Promise<${type}Answer> =>\n` +
    `  send(client, ${descriptor(name, endpoint)}, ${given}, options)\n`
  )
}

function fieldsOf({ parameters }: Operation): { names: string[]; type: string; isRequired: boolean } {
  const schema: Schema = {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, description, schema: own }) => [
        name,
        { ...own, ...(description && { description }) },
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
  return {
    names: parameters.map(({ name }) => name),
    type: typeOf(schema),
    isRequired: parameters.some(({ required }) => required),
  }
}

/** A body of JSON, a form with a file, or a text. */
function bodiesOf(name: EndpointName, { requestBody }: Operation): string | undefined {
  if (!requestBody) return undefined
  const { 'application/json': json, 'multipart/form-data': form, ...texts } = requestBody.content
  const types = Object.keys(texts)
  const written = [
    ...(json ? [typeOf(json.schema)] : []),
    ...(form ? [typeOf(form.schema)] : []),
    ...(types.length > 0 ? [`{ text: string; contentType: ${types.map(literal).join(' | ')} }`] : []),
  ]
  if (written.length === 0) throw new Error(`${name} has a body of an unknown type.`)
  return written.length > 1 ? `(${written.join(' | ')})` : written[0]
}

/** What is not JSON is passed on as it comes. */
function answerOf({ answer }: Endpoint, { responses }: Operation): string {
  const schema = responses[answer.status]?.content?.['application/json']?.schema
  return answer.schema && schema ? typeOf(schema) : 'Response'
}

function accessOf({ auth, scope, admin }: Endpoint): string {
  if (auth === 'open') return ''
  return auth === 'key'
    ? ` Needs a key${scope ? ` with the scope \`${scope}\`` : ''}.`
    : ` Needs a session${admin ? ' of an admin' : ''}, not a key.`
}

function descriptor(name: EndpointName, endpoint: Endpoint): string {
  const { method, path, auth, query, body, lines, encoded, answer } = endpoint
  const fields = Object.keys(body?.shape ?? {})
  const repeatKey = ['clientRef', 'idempotencyKey'].find((field) => fields.includes(field))
  const isRead = READS.includes(name)
  const entries = {
    method: literal(method),
    path: literal(path),
    ...(auth === 'key' && { isKeyed: 'true' }),
    ...(refusalsOf(endpoint).includes('insufficient_credits') && { isCharged: 'true' }),
    ...(isRead && { isRead: 'true' }),
    ...(repeatKey !== undefined && !isRead && { repeatKey: literal(repeatKey) }),
    ...(query && (method === 'POST' || method === 'PATCH') && { inQuery: namesOf(query) }),
    ...(endpoint.repeats && { repeats: `[${endpoint.repeats.map(literal).join(', ')}]` }),
    ...((lines || encoded) && { isText: 'true' }),
    ...(!answer.schema && { isFile: 'true' }),
  }
  return `{ ${Object.entries(entries)
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ')} }`
}

const namesOf = ({ shape }: NonNullable<Endpoint['query']>): string =>
  `[${Object.keys(shape).map(literal).join(', ')}]`
