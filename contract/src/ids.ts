import { z } from 'zod'

/**
 * An id is the prefix of its kind and 22 base62 characters: the cell, the time and 77 random bits. Clients
 * treat it as one opaque text.
 */
export const idKinds = {
  media: 'med',
  product: 'prd',
  character: 'chr',
  photo: 'pho',
  asset: 'ast',
  cep: 'cep',
  topic: 'top',
  key: 'key',
  transaction: 'txn',
  report: 'rep',
  history: 'his',
  pattern: 'pat',
  note: 'nte',
  grant: 'grn',
  checkout: 'chk',
  payment: 'pay',
  debt: 'dbt',
  erasure: 'ers',
  user: 'usr',
  invitation: 'inv',
  client: 'cli',
  request: 'req',
  event: 'evt',
} as const

export type IdKind = keyof typeof idKinds

const pattern = (prefix: string) => new RegExp(`^${prefix}_[0-9A-Za-z]{22}$`)
const patterns = Object.fromEntries(
  Object.entries(idKinds).map(([kind, prefix]) => [kind, pattern(prefix)]),
) as Record<IdKind, RegExp>

export const isIdOf = (kind: IdKind, text: string): boolean => patterns[kind].test(text)

/** The kind of a well-formed id, by its prefix. */
export const kindOfId = (text: string): IdKind | undefined =>
  (Object.keys(patterns) as IdKind[]).find((kind) => patterns[kind].test(text))

/** An id in a response or a path. */
export const idSchema = (kind: IdKind) =>
  z
    .string()
    .regex(patterns[kind], { error: `must be ${withArticle(kind)} id` })
    .meta({ example: exampleId(kind) })

/** The fields of `wrong_id_kind`. */
export type KindMismatch = { expected: string; given: IdKind }

/**
 * An id in a body or a query. One of another kind is refused here. A malformed one passes, because it is
 * treated like an id that does not exist.
 */
export const idRef = (...kinds: [IdKind, ...IdKind[]]) =>
  z
    .string()
    .check((context) => {
      const given = kindOfId(context.value)
      if (given === undefined || kinds.includes(given)) return
      const expected = kinds.join(' or ')
      const params: KindMismatch = { expected, given }
      const message = `must be ${withArticle(expected)} id, not ${withArticle(given)} id`
      context.issues.push({ code: 'custom', input: context.value, message, params })
    })
    .meta({ example: exampleId(kinds[0]) })

/** `a product`, `an asset`, `a CEP`. */
export const withArticle = (kind: string): string =>
  kind === 'cep' ? 'a CEP' : `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`

export const exampleId = (kind: IdKind): string => `${idKinds[kind]}_4cVbN0aRkQ2sX8mLtZ1yPw`

export const idParams = (kind: IdKind) =>
  z.object({ id: idSchema(kind).describe(`The id of ${withArticle(kind)}`) })
