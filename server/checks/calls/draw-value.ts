import type { Random } from '../../harness/random/index.ts'

export type Json = Record<string, unknown>

/** Texts that parsers, databases and logs handle badly. */
const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u200b\ufeff',
  '🍜'.repeat(50),
  "'; drop table media; --",
  '%00%2e%2e/../etc/passwd',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'null',
  'NaN',
  '-0',
  '1e309',
  '9'.repeat(400),
  'é'.normalize('NFD').repeat(20),
  'x'.repeat(70_000),
]

const ODD_NUMBERS = [0, -0, -1, 0.1, 1e21, 2 ** 53, -(2 ** 63), 2 ** 31, Number.MAX_VALUE, 1e-320]

const ODD_VALUES: unknown[] = [
  null,
  true,
  [],
  {},
  [[[[[]]]]],
  { length: 1 },
  ['a', 1, null],
  ...ODD_NUMBERS,
  ...ODD_TEXTS,
]

/** What a value is drawn with: where references lead, and which texts are ids of existing things. */
export type Drawing = { random: Random; document: Json; knownIds: string[]; oddShare: number }

/** A value that mostly fits the schema; a share of the values, at any depth, does not. */
export function drawValue(drawing: Drawing, schema: Json, depth = 0): unknown {
  const { random } = drawing
  if (random.next() < drawing.oddShare) return random.pick(ODD_VALUES)
  if (typeof schema.$ref === 'string') return drawValue(drawing, resolve(drawing, schema.$ref), depth)
  for (const variants of [schema.anyOf, schema.oneOf] as (Json[] | undefined)[])
    if (variants) return drawValue(drawing, random.pick(variants), depth)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return random.pick(schema.enum)
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  switch (type) {
    case 'object':
      return drawObject(drawing, schema, depth)
    case 'array':
      return drawList(drawing, schema, depth)
    case 'boolean':
      return random.next() < 0.5
    case 'integer':
    case 'number':
      return drawNumber(random, schema, type)
    case 'null':
      return null
    default:
      return drawText(drawing, schema)
  }
}

function resolve({ document }: Drawing, ref: string): Json {
  const steps = ref.slice(2).split('/')
  return steps.reduce<Json>((at, step) => at[step] as Json, document)
}

function drawObject(drawing: Drawing, schema: Json, depth: number): Json {
  const { random } = drawing
  const required = (schema.required ?? []) as string[]
  const drawn: Json = {}
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
    const share = required.includes(name) ? 0.98 : 0.3
    if (random.next() < share) drawn[name] = drawValue(drawing, property, depth + 1)
  }
  if (random.next() < 0.05) drawn[random.pick(['unheardOf', '__proto__', 'constructor', ''])] = 1
  return drawn
}

function drawList(drawing: Drawing, schema: Json, depth: number): unknown[] {
  const { random } = drawing
  const [least, most] = [Number(schema.minItems ?? 0), Number(schema.maxItems ?? 5)]
  const length = random.next() < 0.03 ? most + 1 : random.int(least, Math.min(most, least + 4))
  const items = (schema.items ?? {}) as Json
  return Array.from({ length: Math.min(length, 300) }, () => drawValue(drawing, items, depth + 1))
}

function drawNumber(random: Random, schema: Json, type: string): number {
  const least = Number(schema.minimum ?? schema.exclusiveMinimum ?? 0)
  const most = Number(schema.maximum ?? schema.exclusiveMaximum ?? least + 1_000)
  const bounds = [least, most, least - 1, most + 1]
  if (random.next() < 0.2) return random.pick(bounds)
  const [low, high] = [Math.max(least, -1e9), Math.min(most, 1e9)]
  return type === 'integer' ? random.int(Math.ceil(low), Math.floor(high)) : random.float(low, high)
}

function drawText(drawing: Drawing, schema: Json): string {
  const { random, knownIds } = drawing
  const prefix = /^\^([a-z]{3})_/.exec(
    String(schema.pattern ?? (schema.examples as string[])?.[0] ?? ''),
  )?.[1]
  const example = (schema.examples as unknown[] | undefined)?.[0] ?? schema.example
  const kind = prefix ?? /^([a-z]{3})_[0-9A-Za-z]{22}$/.exec(String(example))?.[1]
  if (kind) return drawId(random, kind, knownIds)
  if (schema.format === 'date') return `2026-${two(random.int(0, 13))}-${two(random.int(0, 32))}`
  if (schema.format === 'date-time') return new Date(random.int(0, 4_000_000_000) * 1_000).toISOString()
  if (schema.format === 'uri') return 'https://example.com/a.png'
  if (example !== undefined && random.next() < 0.5) return String(example)
  const [least, most] = [Number(schema.minLength ?? 0), Number(schema.maxLength ?? 60)]
  const length = random.pick([least, Math.min(most, 4_000), Math.min(most + 1, 4_001), random.int(1, 40)])
  return Array.from({ length }, () => random.pick(['a', 'B', ' ', 'ü', '7', '.', 'ß', '字'])).join('')
}

/** An id of an existing thing, one that does not exist, or one that is almost an id. */
export function drawId(random: Random, kind: string, knownIds: string[]): string {
  const known = knownIds.filter((id) => id.startsWith(`${kind}_`))
  const draw = random.next()
  if (draw < 0.7 && known.length > 0) return random.pick(known)
  if (draw < 0.9) return `${kind}_${random.bytes(11).toString('hex')}`
  return random.pick([`${kind}_`, 'med_x', `${kind}_${'0'.repeat(23)}`, '..', '%', 'a b', '字'])
}

const two = (number: number): string => String(number).padStart(2, '0')
