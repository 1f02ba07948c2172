import { randomBytes } from 'node:crypto'
import { digestOf } from '#access/identity'
import type { Tx } from '#platform/db'
import { inBase32 } from './one-time-code.ts'
import { plainCode } from './take-code.ts'

const CODES = 10
/** 120 bits: 24 letters, which nobody guesses, even with the digests at hand. */
const CODE_BYTES = 15

const newCode = (): string => (inBase32(randomBytes(CODE_BYTES)).toLowerCase().match(/.{4}/g) ?? []).join('-')

/** New codes instead of all former ones. They are returned only here; the database stores their digests. */
export async function replaceCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await tx.row(`delete from recovery_codes where user_id = $1`, [userId])
  await tx.row(`insert into recovery_codes (user_id, digest) select $1, unnest($2::bytea[])`, [
    userId,
    codes.map((code) => digestOf(plainCode(code))),
  ])
  return codes
}
