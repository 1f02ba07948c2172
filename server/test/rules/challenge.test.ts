import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isChallengeOf, userOfChallenge, writeChallenge } from '../../src/access/factors/challenge.ts'

const key = randomBytes(32)
const user = { id: `usr_${'a'.repeat(22)}`, passwordHash: 'hash' }
const other = { id: `usr_${'b'.repeat(22)}`, passwordHash: 'hash' }

test('a challenge is of its user, its password and its five minutes', () => {
  const challenge = writeChallenge(key, user, 1_000)
  expect(userOfChallenge(challenge)).toBe(user.id)
  expect(isChallengeOf([key], user, challenge, 1_299)).toBe(true)
  expect(isChallengeOf([key], user, challenge, 1_301)).toBe(false)
  expect(isChallengeOf([randomBytes(32), key], user, challenge, 1_000)).toBe(true)
  expect(isChallengeOf([], user, challenge, 1_000)).toBe(false)
  expect(isChallengeOf([key], { ...user, passwordHash: 'changed' }, challenge, 1_000)).toBe(false)
  expect(isChallengeOf([randomBytes(32)], user, challenge, 1_000)).toBe(false)
  expect(isChallengeOf([key], other, challenge.replace(user.id, other.id), 1_000)).toBe(false)
  expect(isChallengeOf([key], user, challenge.replace('.1300.', '.9300.'), 1_000)).toBe(false)
})

test.each(['', 'x', `${user.id}.1.x`, `${user.id}.99999999999999.${'x'.repeat(43)}`])(
  '%s is none',
  (text) => {
    expect(userOfChallenge(text)).toBeUndefined()
    expect(isChallengeOf([key], user, text, 0)).toBe(false)
  },
)
