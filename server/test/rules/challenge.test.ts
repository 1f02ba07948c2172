import { createHash, createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isChallengeOf, userOfChallenge, writeChallenge } from '../../src/access/factors/challenge.ts'
import { newUploadTicket, readTicket } from '../../src/catalog/photos/upload-ticket.ts'
import type { App } from '../../src/platform/app/index.ts'
import { callbackUrl, readCalled } from '../../src/production/callbacks/callback-url.ts'

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

test('what is signed for one purpose counts for no other', () => {
  const mac = (secret: string | Buffer, text: string) =>
    createHmac('sha256', secret).update(text).digest('base64url')
  const secret = 'a secret of the tests, of thirty-two characters or more'
  const app = { config: { callbackSecret: secret, callbackUrl: '', publicUrl: '' } } as unknown as App
  const { uploadUrl } = newUploadTicket(app, `key_${'a'.repeat(22)}`)
  const ticket = uploadUrl.replace('/api/uploads/', '')
  expect(readTicket(app, ticket).keyId).toMatch(/^key_a/)
  const plain = ticket.split('.').slice(0, 3).join('.')
  expect(() => readTicket(app, `${plain}.${mac(secret, plain)}`)).toThrow()

  const [provider, id] = ['fal', `med_${'a'.repeat(22)}`]
  const url = new URL(callbackUrl(app, provider, id, 1), 'http://x')
  const [p, t] = ['p', 't'].map((name) => url.searchParams.get(name) ?? '')
  expect(readCalled(app, { provider, id, p, t })).toEqual({ provider, id, part: 1 })
  const others = [
    mac(secret, `upload ticket ${provider}/${id}/1`),
    mac(secret, `challenge\n${provider}/${id}/1`),
  ]
  for (const other of others)
    expect(readCalled(app, { provider, id, p, t: other.slice(0, 32) })).toBeUndefined()

  const bare = `${user.id}\n1300\n${createHash('sha256').update(user.passwordHash).digest('hex')}`
  expect(isChallengeOf([key], user, `${user.id}.1300.${mac(key, `challenge\n${bare}`)}`, 1_000)).toBe(true)
  expect(isChallengeOf([key], user, `${user.id}.1300.${mac(key, bare)}`, 1_000)).toBe(false)
})
