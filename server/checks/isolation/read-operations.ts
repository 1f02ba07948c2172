import { type IdKind, kindOfId, OWNER_PATH } from '@atelier/contract'

type Json = Record<string, unknown>

/** A field in which a caller sends an id, or a text that identifies something. */
export type IdInput = {
  in: 'path' | 'query' | 'json' | 'form'
  field: string
  takes: IdKind[] | 'file' | 'cursor' | 'clientRef' | 'platformId'
  many: 'one' | 'list' | 'commas'
  /** An argument of a tool that filters a list: nothing of others is in it. */
  filters?: true
}

export type Operation = {
  name: string
  method: string
  path: string
  /** Name and path of the endpoint whose twin this is; otherwise its own. */
  plain: { name: string; path: string }
  auth: 'open' | 'key' | 'session'
  scope: string | undefined
  json: Json | undefined
  form: Json | undefined
  /** The tool of `/mcp` that is called; `json` are its arguments. */
  tool?: string | undefined
  /** A body of lines, with its content type. */
  lines: { type: string; text: string } | undefined
  /** Required query parameters, with an example. */
  needs: Record<string, string>
  idInputs: IdInput[]
}

/** The packs on sale are the same for every user. */
const OF_NOBODY = ['packId']

/** What the document says only in prose. */
const BY_NAME: Record<string, Pick<IdInput, 'takes' | 'many'>> = {
  ids: { takes: ['media'], many: 'commas' },
  mediaAssetId: { takes: ['media', 'asset'], many: 'one' },
  subjectId: { takes: ['media', 'asset', 'photo', 'character', 'product', 'user'], many: 'one' },
  file: { takes: 'file', many: 'one' },
  ticket: { takes: 'file', many: 'one' },
  plugin: { takes: 'file', many: 'one' },
  skill: { takes: 'file', many: 'one' },
  session: { takes: 'file', many: 'one' },
  notice: { takes: 'file', many: 'one' },
  cursor: { takes: 'cursor', many: 'one' },
  clientRef: { takes: 'clientRef', many: 'one' },
  platformAdId: { takes: 'platformId', many: 'one' },
}

/**
 * Every operation of the document, with every field in it that takes an id. Throws for a field that it cannot
 * classify.
 */
export function readOperations(document: Json): Operation[] {
  const found = Object.entries(document.paths as Record<string, Record<string, Json>>).flatMap(
    ([path, item]) =>
      Object.entries(item).map(([method, described]) => readOperation(document, path, method, described)),
  )
  return found.flatMap((operation) =>
    operation.plain.name === 'quoteJob' ? quotesOf(operation, found) : [operation],
  )
}

type Parameter = {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: Json
  example?: unknown
}

function readOperation(document: Json, path: string, method: string, described: Json): Operation {
  const content = ((described.requestBody as Json | undefined)?.content ?? {}) as Record<string, Json>
  const [json, form] = [content['application/json'], content['multipart/form-data']]
  const security = (described.security ?? []) as Record<string, string[]>[]
  const where = `${method.toUpperCase()} ${path}`
  const parameters = (described.parameters ?? []) as Parameter[]
  const [lines] = Object.entries(content).filter(([type]) => type.endsWith('ndjson'))
  return {
    name: described.operationId as string,
    method: method.toUpperCase(),
    path,
    plain: {
      name: String(described.operationId).replace(/AsOwner$/, ''),
      path: path.replace(OWNER_PATH, '/api/'),
    },
    auth: security.length === 0 ? 'open' : security.some((one) => 'session' in one) ? 'session' : 'key',
    scope: security.find((one) => one.apiKey)?.apiKey?.[0],
    json: json?.example as Json | undefined,
    form: form?.example as Json | undefined,
    lines: lines && { type: lines[0], text: String(lines[1].example) },
    needs: Object.fromEntries(
      parameters
        .filter((one) => one.in === 'query' && one.required)
        .map((one) => [one.name, String(one.example)]),
    ),
    idInputs: [
      ...parameters.flatMap((one) =>
        readIdInputs(document, where, { in: one.in, field: one.name, schema: one.schema }),
      ),
      ...fieldsOf(document, json?.schema).flatMap(([field, schema]) =>
        readIdInputs(document, where, { in: 'json', field, schema }),
      ),
      ...fieldsOf(document, form?.schema)
        .filter(([field]) => field !== 'file')
        .flatMap(([field, schema]) => readIdInputs(document, where, { in: 'form', field, schema })),
    ],
  }
}

function readIdInputs(
  document: Json,
  where: string,
  { in: at, field, schema: described }: Pick<IdInput, 'in' | 'field'> & { schema: Json },
): IdInput[] {
  const schema = resolve(document, described)
  const named = BY_NAME[field]
  // The id of a message belongs to the protocol.
  const isOfMessage = field === 'id' && where.startsWith('POST /mcp')
  if (isOfMessage || OF_NOBODY.includes(field) || (at === 'path' && field === 'mode')) return []
  if (named) return [{ in: at, field, ...named }]
  const items = schema.items ? resolve(document, schema.items as Json) : undefined
  const [example = ''] = ((items ?? schema).examples ?? []) as unknown[]
  const kind = typeof example === 'string' ? kindOfId(example) : undefined
  if (kind) return [{ in: at, field, takes: [kind], many: items ? 'list' : 'one' }]
  if (at === 'path' || /(^id|Id|Ids|^ids)$/.test(field))
    throw new Error(`${where}: ${field} looks like an id, and the document does not say of what`)
  return []
}

/** The fields of an object, of all its variants together. */
function fieldsOf(document: Json, described: unknown): [string, Json][] {
  if (!described) return []
  const schema = resolve(document, described as Json)
  const variants = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (schema[key] ?? []) as Json[])
  const all = [
    ...Object.entries((schema.properties ?? {}) as Record<string, Json>),
    ...variants.flatMap((variant) => fieldsOf(document, variant)),
  ]
  return [...new Map(all)]
}

function resolve(document: Json, schema: Json): Json {
  if (typeof schema.$ref !== 'string') return schema
  const steps = schema.$ref.slice(2).split('/')
  return resolve(
    document,
    steps.reduce((at, step) => at[step] as Json, document),
  )
}

/** A quote takes the fields of either submit, which the document says in prose. */
function quotesOf(quote: Operation, all: Operation[]): Operation[] {
  const find = (name: string) => all.find((one) => one.name === name) as Operation
  return (['image', 'video'] as const).map((kind) => {
    const submit = find(kind === 'image' ? 'submitImage' : 'submitVideo')
    const idInputs = submit.idInputs.filter((input) => input.in === 'json' && input.field !== 'clientRef')
    return { ...quote, name: `${quote.name} ${kind}`, json: { ...submit.json, kind }, idInputs }
  })
}
