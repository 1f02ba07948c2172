import { digestOf } from '#access/identity'
import type { Rows, Tx } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { findStep } from './one-time-code.ts'
import { openSecret } from './seal-secret.ts'

/**
 * Wrong codes in 15 minutes. Three codes of a million count at any time, so who knows the password finds one
 * with a chance of 0.3% a day. Recovery codes cannot be guessed, but count as well.
 */
const TRIES_MAX = 10
const TRIES_MINUTES = 15

type Factor = { userId: string; sealed: Buffer; isOn: boolean; nowSeconds: number }

/** Counts a try before its code is looked at, in a commit of its own, so that no failure takes it back. */
export async function countTry(db: Rows, userId: string): Promise<Factor | undefined> {
  const isOver = `tries_since < clock_timestamp() - interval '${TRIES_MINUTES} minutes'`
  const counted = await db.row<Factor>(
    `update second_factors set tries = case when ${isOver} then 1 else tries + 1 end,
       tries_since = case when ${isOver} then clock_timestamp() else tries_since end
     where user_id = $1 and (tries < ${TRIES_MAX} or ${isOver})
     returning user_id as "userId", sealed, confirmed_at is not null as "isOn",
       extract(epoch from clock_timestamp())::float8 as "nowSeconds"`,
    [userId],
  )
  if (counted) return counted
  const left = await db.row<{ seconds: number }>(
    `select ceil(extract(epoch from tries_since - clock_timestamp()))::int + ${TRIES_MINUTES * 60} as seconds
     from second_factors where user_id = $1`,
    [userId],
  )
  if (!left) return undefined
  const retryAfterSeconds = Math.max(1, left.seconds)
  throw new Refusal(
    'rate_limited',
    `Too many codes were tried. Try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`,
    { retryAfterSeconds },
    { 'retry-after': String(retryAfterSeconds) },
  )
}

/**
 * Whether this is a code of the authenticator, or a recovery code, that was not used before. Then it is used.
 * Recovery codes need no key, so that they also help users whose secret cannot be opened any more.
 */
export const takeCode = (tx: Tx, keys: readonly Buffer[], factor: Factor, code: string): Promise<boolean> =>
  isSixDigits(code) ? takeOneTimeCode(tx, keys, factor, code) : takeRecoveryCode(tx, factor, code)

const withoutSpaces = (code: string): string => code.replaceAll(/\s/g, '')
const isSixDigits = (code: string): boolean => /^\d{6}$/.test(withoutSpaces(code))

/** Whether the code is one of the authenticator that was not used before. Then it is used. */
export async function takeOneTimeCode(
  tx: Tx,
  keys: readonly Buffer[],
  factor: Factor,
  code: string,
): Promise<boolean> {
  const secret = openSecret(keys, factor.userId, factor.sealed)
  if (!secret) throw new Refusal('service_unavailable', 'The operator must restore the setting FACTOR_KEYS.')
  const step = findStep(secret, withoutSpaces(code), factor.nowSeconds)
  if (step === undefined) return false
  // Of two log-ins with one code the second finds a newer step. So does one with the secret of before.
  const used = await tx.row(
    `update second_factors set last_step = $2, tries = 0
     where user_id = $1 and last_step < $2 and sealed = $3 returning user_id`,
    [factor.userId, step, factor.sealed],
  )
  return used !== undefined
}

/** The row of the factor is locked first, as where codes are replaced or removed. */
async function takeRecoveryCode(tx: Tx, { userId }: Factor, text: string): Promise<boolean> {
  await tx.row(`select from second_factors where user_id = $1 for no key update`, [userId])
  const used = await tx.row(
    `update recovery_codes set used_at = clock_timestamp()
     where user_id = $1 and digest = $2 and used_at is null returning user_id`,
    [userId, digestOf(plainCode(text))],
  )
  if (used) await tx.row(`update second_factors set tries = 0 where user_id = $1`, [userId])
  return used !== undefined
}

/** However it was typed. */
export const plainCode = (text: string): string => text.toLowerCase().replaceAll(/[^a-z2-7]/g, '')
