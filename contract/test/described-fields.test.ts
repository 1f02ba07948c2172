import { expect, test } from 'vitest'
import { z } from 'zod'
import { MemoryRecord } from '../src/index.ts'
import { describeApi } from '../src/openapi/describe-api.ts'
import { schemaOf } from '../src/openapi/schema-of.ts'

type Schema = {
  $ref?: string
  type?: unknown
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}
type Content = { content?: Record<string, { schema: Schema }> }
type Operation = {
  parameters: { name: string; description?: string; schema: Schema }[]
  requestBody?: Content
  responses: Record<string, Content & { $ref?: string }>
}
type Api = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Content> }
}
type Found = { at: string; field: Schema }

const lastPart = (ref = ''): string => ref.split('/').at(-1) ?? ''

/** Every field of a document, once for each schema: those of keys, of sessions and of refusals. */
function fieldsOf(api: Api): Found[] {
  const found: Found[] = []
  const seen = new Set<string>()
  const walk = (at: string, schema: Schema) => {
    const name = lastPart(schema.$ref)
    if (name !== '' && !seen.has(name)) {
      seen.add(name)
      walk(name, api.components.schemas[name] ?? {})
    }
    for (const [key, field] of Object.entries(schema.properties ?? {})) {
      found.push({ at: `${at}.${key}`, field })
      walk(`${at}.${key}`, field)
    }
    if (schema.items) walk(`${at}[]`, schema.items)
    if (typeof schema.additionalProperties === 'object') walk(`${at}{}`, schema.additionalProperties)
    const isField = ({ properties = {} }: Schema) => !Object.keys(properties).every((key) => has(schema, key))
    const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
    for (const one of choices.filter((one) => !one.properties || isField(one))) walk(at, one)
  }
  const walkAll = (at: string, { content = {} }: Content) => {
    for (const { schema } of Object.values(content)) walk(at, schema)
  }
  for (const [path, operations] of Object.entries(api.paths))
    for (const [method, { parameters, requestBody, responses }] of Object.entries(operations)) {
      const at = `${method} ${path}`
      for (const { name, description, schema } of parameters)
        found.push({ at: `${at} ${name}`, field: { ...schema, ...(description && { description }) } })
      walkAll(`${at} body`, requestBody ?? {})
      for (const response of Object.values(responses)) walkAll(at, response)
    }
  for (const [name, response] of Object.entries(api.components.responses)) walkAll(name, response)
  return found
}

const has = ({ properties }: Schema, key: string): boolean => properties?.[key] !== undefined

/** Its own sentence, that of the object that it is, or one for each thing that it can be. */
function isDescribed(api: Api, field: Schema): boolean {
  if (field.description) return true
  if (field.$ref) return api.components.schemas[lastPart(field.$ref)]?.description !== undefined
  const choices = (field.anyOf ?? field.oneOf ?? []).filter(({ type }) => type !== 'null')
  return choices.length > 0 && choices.every((one) => isDescribed(api, one))
}

/** A refusal narrows the field `code` of every error to its own codes. */
const isNarrowed = ({ at, field }: Found): boolean =>
  at.endsWith('.code') && Object.keys(field).join() === 'enum'

const undescribed = (api: Api): string[] => [
  ...new Set(
    fieldsOf(api)
      .filter((one) => !isNarrowed(one) && !isDescribed(api, one.field))
      .map(({ at }) => at),
  ),
]

test('every field of requests, answers and refusals has a sentence, for keys and for sessions', () => {
  const api = describeApi({ isComplete: true }) as unknown as Api
  expect(fieldsOf(api).length).toBeGreaterThan(1_000)
  expect(undescribed(api)).toEqual([])
})

/** `kind` and `record` are the frame of a line. */
test('every field of the lines of an export has a sentence', () => {
  const components: Api['components'] = { schemas: {}, responses: {} }
  const schema = schemaOf(MemoryRecord, 'input', components as never) as Schema
  const at = { parameters: [], responses: { 200: { content: { line: { schema } } } } }
  const missing = undescribed({ paths: { '/': { get: at } }, components })
  expect(missing.filter((one) => !/^get \/\.(kind|record)$/.test(one))).toEqual([])
})

test('sentences are short, and say more than the name', () => {
  const api = describeApi({ isComplete: true }) as unknown as Api
  for (const { at, field } of fieldsOf(api)) {
    const { description } = field
    if (description === undefined) continue
    expect([at, description.length < 260, /\S \S/.test(description)]).toEqual([at, true, true])
  }
})

test('a field without a sentence is found, wherever it is', () => {
  const plain = z.object({ list: z.array(z.object({ deep: z.string() })).describe('A list of things') })
  const components: Api['components'] = { schemas: {}, responses: {} }
  const schema = schemaOf(plain, 'output', components as never) as Schema
  const operation = { parameters: [], responses: { 200: { content: { json: { schema } } } } }
  expect(undescribed({ paths: { '/': { get: operation } }, components })).toEqual(['get /.list[].deep'])
})
