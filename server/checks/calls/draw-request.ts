import { FormData } from 'undici'
import { type Drawing, drawId, drawValue, type Json } from './draw-value.ts'

export type Operation = {
  name: string
  method: string
  path: string
  auth: 'open' | 'key' | 'session'
  parameters: { name: string; in: 'path' | 'query'; required?: boolean; schema: Json; example?: unknown }[]
  content: Record<string, { schema?: Json; example?: unknown }>
}

export type DrawnRequest = {
  method: string
  path: string
  headers: Record<string, string>
  text?: string
  form?: FormData
}

/** Who sends, and what exists: pictures for forms and names of files. */
export type Sender = {
  headers: Record<string, string>
  picture: Buffer
  files: string[]
  /** By operation: parameters of its path that no other operation names. */
  kept: Record<string, Record<string, string>>
}

/** Of JSON bodies: the rest is drawn from the schema alone. */
const EXAMPLE_SHARE = 0.4
/** Of the calls for which something was kept. */
const KEPT_SHARE = 0.5
const ODD_TYPES = ['text/plain', 'application/xml', 'multipart/form-data', 'application/json; charset=x', '']

/** A request of this operation: its path, query, headers and body are drawn, mostly as described. */
export function drawRequest(drawing: Drawing, operation: Operation, sender: Sender): DrawnRequest {
  const { random } = drawing
  const headers = { ...sender.headers }
  if (random.next() < 0.02)
    headers['x-api-key'] = random.pick(['hsk_x', 'é'.normalize('NFD').slice(0, 1), 'x'])
  if (random.next() < 0.02) headers.range = random.pick(['bytes=0-0', 'bytes=9999999-', 'bytes=-0', 'x=1'])
  const path = drawPath(drawing, operation, sender) + drawQuery(drawing, operation)
  return { method: operation.method, path, headers, ...drawBody(drawing, operation, sender, headers) }
}

function drawPath({ random, knownIds }: Drawing, operation: Operation, sender: Sender): string {
  const { name: called, path, parameters } = operation
  const kept = sender.kept[called]
  const given = kept && random.next() < KEPT_SHARE ? kept : {}
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (given[name]) return given[name]
    const parameter = parameters.find((one) => one.name === name)
    // Mostly the first choice: what exists is live.
    const choices = parameter?.schema.enum as string[] | undefined
    if (choices) return random.next() < 0.8 ? (choices[0] ?? '') : random.pick([...choices, 'neither'])
    const pattern = String(parameter?.schema.pattern ?? '')
    const kind = /^\^([a-z]{3})_/.exec(pattern)?.[1]
    const drawn = kind
      ? drawId(random, kind, knownIds)
      : drawName(random.next(), filesAt(path, sender), parameter?.example)
    return encodeURIComponent(drawn)
  })
}

const filesAt = (path: string, { files }: Sender): string[] => {
  if (path.includes('/renditions/')) return files.filter(isRendition)
  return files.filter((name) => !isRendition(name) && /^(ast|pho)_/.test(name) === path.includes('/uploads/'))
}

const isRendition = (name: string): boolean => name.endsWith('-crop.jpg')

const isStored = (example: unknown): boolean => /^(?:med|ast|pho)_/.test(String(example))

/** A name of a stored file, or of one that the description names. */
function drawName(draw: number, files: string[], example: unknown): string {
  if (example !== undefined && !isStored(example)) return draw < 0.8 ? String(example) : '../../etc/passwd'
  if (draw < 0.6) return files[Math.floor((draw / 0.6) * files.length)] ?? 'x'
  return draw < 0.8 ? String(example ?? 'x') : '../../etc/passwd'
}

function drawQuery(drawing: Drawing, { parameters }: Operation): string {
  const { random } = drawing
  const query = new URLSearchParams()
  for (const { name, required, schema } of parameters.filter((one) => one.in === 'query')) {
    if (random.next() > (required ? 0.97 : 0.3)) continue
    const value = drawValue(drawing, schema)
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    query.append(name, text.slice(0, 500))
    if (random.next() < 0.03) query.append(name, text.slice(0, 500))
  }
  if (random.next() < 0.03) query.append('unheardOf', '1')
  return query.size === 0 ? '' : `?${query}`
}

type Body = Pick<DrawnRequest, 'text' | 'form'>

function drawBody(
  drawing: Drawing,
  { content }: Operation,
  { picture }: Sender,
  headers: Record<string, string>,
): Body {
  const { random } = drawing
  const types = Object.keys(content)
  if (types.length === 0) return {}
  const type = random.pick(types)
  const described = content[type] ?? {}
  if (type === 'multipart/form-data') return { form: drawForm(drawing, described.schema ?? {}, picture) }
  headers['content-type'] = random.next() < 0.02 ? random.pick(ODD_TYPES) : type
  if (type === 'application/x-www-form-urlencoded') return { text: drawPairs(drawing, described) }
  if (type !== 'application/json') {
    const lines = String(described.example ?? '')
    return { text: random.next() < 0.7 ? lines : lines.slice(0, random.int(0, lines.length)) }
  }
  const isExample = described.example !== undefined && random.next() < EXAMPLE_SHARE
  const value = isExample ? drawExample(drawing, described) : drawValue(drawing, described.schema ?? {})
  const text = JSON.stringify(value) ?? ''
  return { text: random.next() < 0.02 ? text.slice(0, random.int(0, text.length)) : text }
}

/** Fields of an urlencoded body: those of the example, or drawn ones, sometimes one of them twice. */
function drawPairs(drawing: Drawing, { schema, example }: Operation['content'][string]): string {
  const { random } = drawing
  const isExample = random.next() < EXAMPLE_SHARE
  const drawn = (isExample ? example : drawValue(drawing, schema ?? {})) as Json | undefined
  const fields = Object.entries(drawn ?? {}).slice(0, 15)
  const pairs = fields.map(([name, value]) => [name, String(value).slice(0, 2_000)] as [string, string])
  const [first] = pairs
  return new URLSearchParams(first && random.next() < 0.03 ? [...pairs, first] : pairs).toString()
}

/** The described example with ids of this user, and sometimes with other values in some of its fields. */
function drawExample(drawing: Drawing, { schema, example }: Operation['content'][string]): unknown {
  const { random, knownIds } = drawing
  const text = JSON.stringify(example).replace(/([a-z]{3})_4cVbN0aRkQ2sX8mLtZ1yPw/g, (_, kind: string) =>
    drawId(random, kind, knownIds),
  )
  const drawn = JSON.parse(text)
  if ('clientRef' in drawn) drawn.clientRef = `ref-${random.int(1, 1_000_000_000)}`
  if ('model' in drawn) drawn.model = random.pick(['simulator/ok', 'simulator/hang', 'simulator/refuse'])
  const other = random.next() < 0.5 ? drawValue(drawing, schema ?? {}) : {}
  return { ...drawn, ...(random.next() < 0.3 && typeof other === 'object' ? other : {}) }
}

function drawForm(drawing: Drawing, schema: Json, picture: Buffer): FormData {
  const { random } = drawing
  const form = new FormData()
  const { file: _, ...fields } = (schema.properties ?? {}) as Record<string, Json>
  const drawn = drawValue(drawing, { ...schema, properties: fields, type: 'object' })
  for (const [name, value] of Object.entries((drawn ?? {}) as Json).slice(0, 15))
    form.append(
      name || 'x',
      typeof value === 'object' ? JSON.stringify(value) : String(value).slice(0, 9_000),
    )
  const bytes = random.next() < 0.8 ? picture : picture.subarray(0, random.int(0, picture.length))
  const name = random.pick(['a.png', '../a.png', 'a\u0000.png', ''])
  if (random.next() < 0.95) form.append('file', new Blob([new Uint8Array(bytes)]), name)
  return form
}
