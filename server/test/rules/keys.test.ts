import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isKeyText, newKeyText, withChecksum } from '../../src/access/identity/key-text.ts'

test('the checksum is the specified one', () => {
  expect(withChecksum(`hsk_${'A'.repeat(43)}`).slice(-6)).toBe('1FkRab')
})

test('new keys are well-formed and unique', () => {
  const keys = Array.from({ length: 1_000 }, newKeyText)
  expect(keys.every(isKeyText)).toBe(true)
  expect(new Set(keys).size).toBe(1_000)
})

test('random text with the prefix is not accepted as a key', () => {
  const base62 = fc.string({
    unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'),
    minLength: 49,
    maxLength: 49,
  })
  fc.assert(
    fc.property(base62, (text) => !isKeyText(`hsk_${text}`)),
    { numRuns: 100_000, seed: 1 },
  )
})

test('a key with one changed character is rejected', () => {
  const key = newKeyText()
  for (let at = 4; at < key.length; at++) {
    const other = key[at] === 'A' ? 'B' : 'A'
    expect(isKeyText(key.slice(0, at) + other + key.slice(at + 1))).toBe(false)
  }
})
