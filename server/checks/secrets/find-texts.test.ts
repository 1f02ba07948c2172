import { expect, test } from 'vitest'
import { newCanaries } from './canaries.ts'
import { newFinder } from './find-texts.ts'

test('a text is found as it is, in hexadecimal and in base64 at any place, and no other one', () => {
  const canaries = newCanaries()
  const text = canaries.newPrompt('a prompt')
  canaries.newPassword('a password')
  const find = newFinder(canaries.all)
  const namesOf = (bytes: Buffer) => find(bytes).map(({ canary, form }) => `${canary.name} ${form}`)
  for (const before of ['', 'a', 'ab', 'abc', 'x'.repeat(5_000)]) {
    const around = Buffer.from(`${before}${text} and more`)
    expect(namesOf(around)).toEqual(['a prompt as it is'])
    expect(namesOf(Buffer.from(around.toString('hex')))).toEqual(['a prompt in hexadecimal'])
    expect(namesOf(Buffer.from(around.toString('base64')))).toEqual(['a prompt in base64'])
  }
  expect(namesOf(Buffer.from(text))).toEqual(['a prompt as it is'])
  expect(namesOf(Buffer.from(text.slice(0, -1)))).toEqual([])
  expect(namesOf(Buffer.alloc(0))).toEqual([])
})
