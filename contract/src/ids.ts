import { z } from 'zod'

/** Every id is a prefix that tells its kind, and 22 base62 characters that nobody can guess. */
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
  user: 'usr',
  request: 'req',
} as const

export type IdKind = keyof typeof idKinds

const pattern = (prefix: string) => new RegExp(`^${prefix}_[0-9A-Za-z]{22}$`)
const patterns = Object.fromEntries(
  Object.entries(idKinds).map(([kind, prefix]) => [kind, pattern(prefix)]),
) as Record<IdKind, RegExp>

export const isIdOf = (kind: IdKind, text: string): boolean => patterns[kind].test(text)

/** The kind that a well-formed id says it is of. */
export const kindOfId = (text: string): IdKind | undefined =>
  (Object.keys(patterns) as IdKind[]).find((kind) => patterns[kind].test(text))

/** An id in an answer, or in a path. */
export const idSchema = (kind: IdKind) =>
  z
    .string()
    .regex(patterns[kind], { error: `must be ${withArticle(kind)} id` })
    .meta({ example: exampleId(kind) })

/** What `wrong_id_kind` tells: which kind a field wants, and which it was given. */
export type KindMismatch = { expected: string; given: IdKind }

/**
 * An id that a caller sends in a body or a query. One of another kind is refused here; a malformed one is as
 * good as absent, which the room that looks for it will say.
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
const withArticle = (kind: string): string =>
  kind === 'cep' ? 'a CEP' : `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`

export const exampleId = (kind: IdKind): string => `${idKinds[kind]}_4cVbN0aRkQ2sX8mLtZ1yPw`

export const idParams = (kind: IdKind) => z.object({ id: idSchema(kind) })
