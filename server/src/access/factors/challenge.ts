import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

const VALID_SECONDS = 300
const CHALLENGE = /^(usr_[0-9A-Za-z]{22})\.(\d{1,12})\.([\w-]{43})$/

/** Whose password was right a moment ago. Times are those of the database. */
type Challenged = { id: string; passwordHash: string }

/**
 * Says that the right password of a user was given, for five minutes. It is signed and not stored: it
 * leads no further than to the question for a code, and a changed password ends it.
 */
export function writeChallenge(key: Buffer, user: Challenged, nowSeconds: number): string {
  const until = Math.floor(nowSeconds) + VALID_SECONDS
  return `${user.id}.${until}.${macOf(key, user, until).toString('base64url')}`
}

/** The user that a challenge names. Only `isChallengeOf` says whether it is genuine. */
export const userOfChallenge = (challenge: string): string | undefined => CHALLENGE.exec(challenge)?.[1]

/** Every key counts: while keys are replaced, another api may have signed with the one of before. */
export function isChallengeOf(
  keys: readonly Buffer[],
  user: Challenged,
  challenge: string,
  nowSeconds: number,
): boolean {
  const [, id, until = '0', mac = ''] = CHALLENGE.exec(challenge) ?? []
  if (id !== user.id || Number(until) < nowSeconds) return false
  const given = Buffer.from(mac, 'base64url')
  return keys.some((key) => timingSafeEqual(given, macOf(key, user, Number(until))))
}

/** The key also encrypts, so what it signs begins with a word of its own. */
const macOf = (key: Buffer, { id, passwordHash }: Challenged, until: number): Buffer =>
  createHmac('sha256', key)
    .update(`challenge\n${id}\n${until}\n${createHash('sha256').update(passwordHash).digest('hex')}`)
    .digest()
