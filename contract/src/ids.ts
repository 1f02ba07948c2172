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
  grant: 'grn',
  user: 'usr',
  request: 'req',
} as const

export type IdKind = keyof typeof idKinds

export const isIdOf = (kind: IdKind, text: string): boolean =>
  new RegExp(`^${idKinds[kind]}_[0-9A-Za-z]{22}$`).test(text)

export const idSchema = (kind: IdKind) =>
  z
    .string()
    .regex(new RegExp(`^${idKinds[kind]}_[0-9A-Za-z]{22}$`))
    .meta({ example: exampleId(kind) })

export const exampleId = (kind: IdKind): string => `${idKinds[kind]}_4cVbN0aRkQ2sX8mLtZ1yPw`
