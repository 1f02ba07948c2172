import type { Key, KeyBody } from '@atelier/contract'
import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from './addresses.ts'
import { call } from './call.ts'
import { withFreshPassword } from './session.ts'

export type NewKey = Omit<KeyBody, 'name'> & { name: string }
export type KeyWithSecret = { key: Key; secret: string }

/** A key as the list shows it: with what it has spent on this UTC day. */
export type ListedKey = AnswerOf<'GET /api/account/keys'>['keys'][number]

const loadKeys = async ({ signal }: { signal: AbortSignal }) =>
  (await call('GET /api/account/keys', { signal })).keys

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: loadKeys,
  // `lastUsedAt` is accurate to the minute; asking more often would show nothing new.
  refetchInterval: 30_000,
})

const NAMES_FRESH_MS = 300_000

/** The keys for a page that shows their names alone: not read again whenever one of them spends. */
export const keyNamesQuery = queryOptions({
  queryKey: [...keysQuery.queryKey, 'names'],
  queryFn: loadKeys,
  staleTime: NAMES_FRESH_MS,
})

export const createKey = (body: NewKey): Promise<KeyWithSecret> =>
  withFreshPassword(() => call('POST /api/account/keys', { body }))

export type GraceHours = 0 | 1 | 24 | 168

export const rotateKey = (id: string, graceHours: GraceHours): Promise<KeyWithSecret> =>
  withFreshPassword(() =>
    call('POST /api/account/keys/{id}/rotate', { params: { id }, body: { graceHours } }),
  )

export const revokeKey = (id: string) => call('DELETE /api/account/keys/{id}', { params: { id } })

/** An end that is left out stays as it is. */
export type KeyChange = {
  name: string
  dailyCreditLimit: number | null
  perJobCreditLimit: number | null
  expiresAt?: string | null
}

export const changeKey = (id: string, body: KeyChange) =>
  withFreshPassword(() => call('PATCH /api/account/keys/{id}', { params: { id }, body }))
