import { verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { Refusal } from '#platform/refusal'

/**
 * Each check takes 19 MiB and a thread of the pool that also reads files. A flood of log-ins may hold two of
 * the four threads and queue for about half a second.
 */
const limit = pLimit(2)
const WAITING_MAX = 50

/** The hash of an unknown password, with the usual parameters, so that a check takes the usual time. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$OW4Yh+lc4BZk2uvPoJgUkg$XUS38LkmFs6sFF8Hen4cKXTbTiE7dkpwYi7qscVZvWo'

/** Takes as long when there is no user or no valid hash, so that timing does not reveal users. */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  if (limit.pendingCount >= WAITING_MAX) {
    const message = 'Too many logins are in progress. Try again in a few seconds.'
    throw new Refusal('service_unavailable', message, {}, { 'retry-after': '3' })
  }
  const validHash = hash?.startsWith('$argon2id$') ? hash : undefined
  const matches = await limit(() => verify(validHash ?? DUMMY_HASH, password))
  return validHash !== undefined && matches
}
