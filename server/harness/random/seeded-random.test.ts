import { expect, test } from 'vitest'
import { seededRandom } from './seeded-random.ts'

const first = (...keys: (string | number)[]) => {
  const random = seededRandom(...keys)
  return Array.from({ length: 5 }, () => random.next())
}

test('the same keys give the same numbers, other keys give others', () => {
  expect(first(7)).toEqual(first(7))
  expect(first(7)).not.toEqual(first(8))
  expect(first(7, 'kills')).toEqual(first(7, 'kills'))
  expect(first(7, 'kills')).not.toEqual(first(7, 'load'))
  expect(first('7')).not.toEqual(first(7))
})

test('every value is within its range, and both ends of an integer range occur', () => {
  const random = seededRandom(1)
  const ints = Array.from({ length: 1_000 }, () => random.int(3, 5))
  expect(new Set(ints)).toEqual(new Set([3, 4, 5]))
  const floats = Array.from({ length: 1_000 }, () => random.float(-1, 2))
  expect(Math.min(...floats)).toBeGreaterThanOrEqual(-1)
  expect(Math.max(...floats)).toBeLessThan(2)
  expect(random.bytes(9)).toHaveLength(9)
})

test('numbers are spread evenly', () => {
  const random = seededRandom(1, 'spread')
  const sum = Array.from({ length: 10_000 }, () => random.next()).reduce((total, one) => total + one, 0)
  expect(sum / 10_000).toBeCloseTo(0.5, 1)
})

test('a shuffled list has the same items', () => {
  const items = ['a', 'b', 'c', 'd']
  expect(seededRandom(2).shuffle(items).toSorted()).toEqual(items)
})
