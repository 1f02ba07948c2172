import { expect, test } from 'vitest'
import { Refused } from './call.ts'
import { readAll } from './read-all.ts'

test('every page is read once, in order', async () => {
  const pages: Record<string, { items: number[]; nextCursor: string | null }> = {
    first: { items: [1, 2], nextCursor: 'second' },
    second: { items: [3], nextCursor: null },
  }
  const read = async (cursor: string | undefined) =>
    pages[cursor ?? 'first'] ?? { items: [], nextCursor: null }
  expect(await readAll(read)).toEqual([1, 2, 3])
})

test('a page that is refused for its pace is read again, any other refusal ends it', async () => {
  const refuse = (status: number) =>
    new Refused(status, { error: 'no', code: 'rate_limited', retryAfterSeconds: 0 } as never)
  let asked = 0
  const slow = async () => {
    asked++
    if (asked === 1) throw refuse(429)
    return { items: ['a'], nextCursor: null }
  }
  expect(await readAll(slow)).toEqual(['a'])
  await expect(readAll(() => Promise.reject(refuse(500)))).rejects.toThrow('no')
})
