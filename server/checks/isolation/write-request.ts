import type { IdKind } from '@atelier/contract'
import type { Random } from '../../harness/random/index.ts'
import type { Identity } from './choose-identity.ts'
import type { IdInput, Operation } from './read-operations.ts'

export type Values = Map<IdInput, unknown>

/** A request as it is sent. */
export type Blank = { method: string; path: string; headers: Record<string, string>; body?: Buffer | string }

type Json = Record<string, unknown>

/** Of two fields that exclude each other the one under test stays. */
const RIVALS: Record<string, string[]> = {
  productId: ['topicId'],
  topicId: ['productId'],
  mediaAssetId: ['fileUrl'],
  product_id: ['topic_id'],
  topic_id: ['product_id'],
  media_asset_id: ['file_url'],
  media_id: ['media_ids'],
  media_ids: ['media_id'],
}
const BOUNDARY = 'probe-of-isolation'

/** The operation with the attacker's own ids in every field except the given ones. */
export function writeRequest(
  operation: Operation,
  identity: Identity,
  values: Values,
  random: Random,
): Blank {
  const isForm = operation.form && (!operation.json || random.next() < 0.5 || has(values, 'form'))
  const method = operation.method === 'GET' && random.next() < 0.1 ? 'HEAD' : operation.method
  const { headers } = identity
  const address = { method, path: addressOf(operation, identity, values, random) }
  if (isForm && !has(values, 'json')) {
    const fields = fieldsOf(operation, 'form', identity, values)
    const type = `multipart/form-data; boundary=${BOUNDARY}`
    return { ...address, headers: { ...headers, 'content-type': type }, body: writeForm(fields) }
  }
  if (operation.lines && method === operation.method) {
    const { type, text } = operation.lines
    return { ...address, headers: { ...headers, 'content-type': type }, body: text }
  }
  if (!operation.json || method === 'GET' || method === 'HEAD' || method === 'TRACE')
    return { ...address, headers }
  const fields = fieldsOf(operation, 'json', identity, values)
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call' }
  const params = { name: operation.tool, arguments: fields }
  const body = JSON.stringify(operation.tool ? { ...message, params } : fields)
  return { ...address, headers: { ...headers, 'content-type': 'application/json' }, body }
}

const has = (values: Values, at: IdInput['in']): boolean =>
  [...values.keys()].some((input) => input.in === at)

const ownOf = ({ self, mode }: Identity, kinds: IdKind[]): string | undefined =>
  kinds.flatMap((kind) => self[mode].existing[kind] ?? [])[0]

function addressOf(operation: Operation, identity: Identity, values: Values, random: Random): string {
  let path = operation.path.replace('{mode}', identity.mode)
  const query = Object.entries(identity.query ?? {})
  const isIdInput = (name: string) => operation.idInputs.some((input) => input.field === name)
  query.push(...Object.entries(operation.needs).filter(([name]) => !isIdInput(name)))
  for (const input of operation.idInputs) {
    const given = values.get(input)
    const own = Array.isArray(input.takes) ? ownOf(identity, input.takes) : 'none.png'
    if (input.in === 'path') path = path.replace(`{${input.field}}`, () => inPath(given ?? own, random))
    else if (input.in === 'query' && (given !== undefined || input.field in operation.needs))
      query.push([input.field, String(given ?? own)])
  }
  const asked = query.map(([name, value]) => `${encodeURIComponent(name)}=${encode(value)}`).join('&')
  return asked ? `${path}?${asked}` : path
}

/** Mostly encoded like a client; sometimes raw, where that is still a valid request. */
function inPath(value: unknown, random: Random): string {
  const text = String(value)
  return /^[!-"$->@-~]+$/.test(text) && random.next() < 0.3 ? text : encode(text)
}

/** A lone surrogate has no valid encoding, but its bytes can be sent. */
const encode = (text: string): string => text.split('\ud800').map(encodeURIComponent).join('%ED%A0%80')

function fieldsOf(operation: Operation, at: 'json' | 'form', identity: Identity, values: Values): Json {
  const example = operation[at] as Json
  const body = { ...example }
  const idInputs = operation.idInputs.filter((input) => input.in === at)
  const put = (input: IdInput, value: unknown) => {
    for (const rival of RIVALS[input.field] ?? []) if (isRival(idInputs, rival)) delete body[rival]
    body[input.field] = value
  }
  for (const input of idInputs) {
    const isWanted = input.field in example || /^media_?asset_?id$/i.test(input.field)
    if (!isWanted || !Array.isArray(input.takes)) continue
    const own = ownOf(identity, /^media_?asset_?id$/i.test(input.field) ? ['asset'] : input.takes)
    put(input, input.many === 'list' ? [own] : own)
  }
  for (const [input, value] of values) if (input.in === at) put(input, value)
  // Photos of a product mean nothing without it.
  const product = idInputs.find(({ field }) => field === 'productId' || field === 'product_id')
  const namesPhotos = 'productPhotoReferenceIds' in body || 'product_photo_reference_ids' in body
  if (namesPhotos && product && body[product.field] === undefined) put(product, ownOf(identity, ['product']))
  return body
}

const isRival = (idInputs: IdInput[], field: string): boolean =>
  field === 'fileUrl' || field === 'file_url' || idInputs.some((input) => input.field === field)

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function writeForm({ file: _, ...fields }: Json): Buffer {
  const head = (text: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; ${text}\r\n\r\n`
  const parts = Object.entries(fields).map(([name, value]) => `${head(`name="${name}"`)}${value}\r\n`)
  const start = `${parts.join('')}${head('name="file"; filename="picture.png"')}`
  return Buffer.concat([Buffer.from(start), PICTURE, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
}
