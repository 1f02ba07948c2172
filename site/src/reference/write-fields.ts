import { describeLimit, describeType } from './describe-value.ts'
import { findObject, nameOf, type Schema, withoutNull } from './read-api.ts'

type Row = { name: string; isRequired: boolean; schema: Schema }

/** The fields of an object, those inside it with its name before theirs. Shared objects are not opened. */
function listRows(schema: Schema, before = ''): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const name = `${before}${key}`
    const row = { name, isRequired: schema.required?.includes(key) ?? false, schema: field }
    return [row, ...listRows(...insideOf(field, name))]
  })
}

function insideOf(field: Schema, name: string): [Schema, string] {
  const { schema } = withoutNull(field)
  if (nameOf(schema) !== undefined) return [{}, '']
  if (schema.type === 'array' && schema.items) return insideOf(schema.items, `${name}[]`)
  return [schema, `${name}.`]
}

/** In a cell of a table, and in a page of HTML. */
const escapeCell = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')

const sentenceOf = (schema: Schema): string | undefined => {
  const { schema: inner } = withoutNull(schema)
  const choices = inner.anyOf?.flatMap(({ description }) => description ?? [])
  return (
    schema.description ??
    inner.description ??
    findObject(nameOf(inner) ?? '')?.description ??
    choices?.join(', or ')
  )
}

/** A table of fields. A field of an answer is always there, so only those of a request can be required. */
export function writeFields(schema: Schema, of: 'request' | 'answer'): string {
  const name = nameOf(schema)
  const rows = listRows(name === undefined ? schema : (findObject(name) ?? {}))
  if (rows.length === 0) return ''
  const lines = rows.map(({ name, isRequired, schema: field }) => {
    const fallback = field.default ?? undefined
    const facts = [
      describeType(field),
      of === 'request' && isRequired && !name.includes('.') ? '**required**' : undefined,
      fallback === undefined ? undefined : `default \`${[fallback].flat().join(', ')}\``,
      describeLimit(field),
    ].filter((fact) => fact !== undefined)
    return `| \`${name}\` | ${escapeCell(facts.join(' · '))} | ${escapeCell(sentenceOf(field) ?? '')} |`
  })
  return ['| field | type | meaning |', '|---|---|---|', ...lines].join('\n')
}

/** The shared objects that a schema names, and those that these name in turn. */
export function listObjects(schema: Schema, found = new Set<string>()): Set<string> {
  const name = nameOf(schema)
  if (name !== undefined && !found.has(name)) {
    found.add(name)
    listObjects(findObject(name) ?? {}, found)
  }
  const inside = [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? [])]
  for (const one of schema.items ? [...inside, schema.items] : inside) listObjects(one, found)
  return found
}
