import { verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { Refusal } from '#platform/refusal'

/**
 * Each takes 19 MiB and a thread of the pool that also reads files, so a flood of log-ins may hold two of
 * the four, and wait in a line of about half a second.
 */
const limit = pLimit(2)
const WAITING_MAX = 50

/** Of a password that nobody knows; made like any other, so that it takes as long to refuse. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$OW4Yh+lc4BZk2uvPoJgUkg$XUS38LkmFs6sFF8Hen4cKXTbTiE7dkpwYi7qscVZvWo'

/** Where there is no user, or none with a password, it takes just as long to say no. */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  if (limit.pendingCount >= WAITING_MAX) {
    const message = 'Too many logins are in progress. Try again in a few seconds.'
    throw new Refusal('service_unavailable', message, {}, { 'retry-after': '3' })
  }
  const validHash = hash?.startsWith('$argon2id$') ? hash : undefined
  const matches = await limit(() => verify(validHash ?? DUMMY_HASH, password))
  return validHash !== undefined && matches
}
