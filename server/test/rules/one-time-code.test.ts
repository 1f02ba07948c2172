import { expect, test } from 'vitest'
import { codeAt, findStep, inBase32, stepAt } from '../../src/access/factors/one-time-code.ts'

const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i s the code is that of RFC 6238', (seconds, code) => {
  expect(codeAt(secret, stepAt(seconds))).toBe(code)
})

test('a code counts in its period, and in those before and after', () => {
  const step = stepAt(1_234_567_890)
  const code = codeAt(secret, step)
  const at = (steps: number) => findStep(secret, code, (step + steps) * 30)
  expect([at(-2), at(-1), at(0), at(1), at(2)]).toEqual([undefined, step, step, step, undefined])
})

test('a secret is written as authenticators read it', () => {
  expect(inBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(inBase32(Buffer.from('fooba'))).toBe('MZXW6YTB')
  expect(inBase32(Buffer.from('foob'))).toBe('MZXW6YQ')
})
