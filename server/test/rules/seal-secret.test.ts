import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openSecret, sealSecret } from '../../src/access/factors/seal-secret.ts'

const [older, newer] = [randomBytes(32), randomBytes(32)]
const secret = randomBytes(20)

test('a secret opens with its key, for its user, unchanged', () => {
  const sealed = sealSecret([older], 'usr_a', secret)
  expect(sealed.includes(secret)).toBe(false)
  expect(openSecret([newer, older], 'usr_a', sealed)).toEqual(secret)
  expect(openSecret([newer], 'usr_a', sealed)).toBeUndefined()
  expect(openSecret([older], 'usr_b', sealed)).toBeUndefined()
  sealed.writeUInt8(sealed.readUInt8(15) ^ 1, 15)
  expect(openSecret([older], 'usr_a', sealed)).toBeUndefined()
})

test('the first key encrypts', () => {
  const sealed = sealSecret([newer, older], 'usr_a', secret)
  expect(openSecret([newer], 'usr_a', sealed)).toEqual(secret)
  expect(() => sealSecret([], 'usr_a', secret)).toThrow('no key')
})
