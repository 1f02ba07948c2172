import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readSlices } from '../../src/platform/storage/read-slices.ts'

const SLICE = 256 * 1024

/** A file in which every byte tells its position. */
const file = Buffer.from(Array.from({ length: 3 * SLICE + 7 }, (_, at) => (at * 31 + (at >> 8)) % 251))

function load(requested: number[][]) {
  return async (from: number, to: number) => {
    requested.push([from, to])
    return Buffer.from(file.subarray(from, to + 1))
  }
}

test.each([
  ['one byte', 5, 5],
  ['less than a slice', 0, 100],
  ['exactly one slice', 0, SLICE - 1],
  ['one byte more than a slice', 0, SLICE],
  ['a part in the middle', 1_000, 2 * SLICE + 1_000],
  ['everything', 0, file.length - 1],
])('%s arrives as it is stored', async (_, from, to) => {
  const requested: number[][] = []
  const chunks = await (await readSlices(load(requested), from, to)).toArray()
  expect(Buffer.concat(chunks).equals(file.subarray(from, to + 1))).toBe(true)
  const sizes = requested.map(([first = 0, last = 0]) => last - first + 1)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(SLICE)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(to - from + 1)
})

test('a range beyond the end of the file ends with the file', async () => {
  const chunks = await (await readSlices(load([]), 3 * SLICE, 9 * SLICE)).toArray()
  expect(Buffer.concat(chunks).equals(file.subarray(3 * SLICE))).toBe(true)
})

test('a reader that does not read makes us load no more than it can be given next', async () => {
  const requested: number[][] = []
  const stream = await readSlices(load(requested), 0, file.length - 1)
  stream.read(1)
  for (let turns = 0; turns < 20; turns++) await turn()
  expect(requested.length).toBeLessThanOrEqual(2)
  stream.destroy()
})

test('a storage that fails is noticed before there is a stream', async () => {
  await expect(readSlices(() => Promise.reject(new Error('no storage')), 0, 10)).rejects.toThrow('no storage')
})
