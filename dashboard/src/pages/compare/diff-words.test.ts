import { expect, test } from 'vitest'
import { diffWords, type Piece } from './diff-words.ts'

const textOf = (pieces: Piece[]): string => pieces.map(({ text }) => text).join('')
const ownOf = (pieces: Piece[]): string[] => pieces.filter(({ isOwn }) => isOwn).map(({ text }) => text)

test('what one of two prompts has alone is marked, and both are complete', () => {
  const [first, second] = diffWords('a blue mug in the rain', 'a red mug in the snow')
  expect(textOf(first)).toBe('a blue mug in the rain')
  expect(textOf(second)).toBe('a red mug in the snow')
  expect(ownOf(first)).toEqual(['blue', 'rain'])
  expect(ownOf(second)).toEqual(['red', 'snow'])
})

test('equal prompts have no mark, and an empty one leaves all of the other marked', () => {
  expect(diffWords('a mug', 'a mug').flatMap(ownOf)).toEqual([])
  expect(diffWords('', 'a mug')).toEqual([[], [{ text: 'a mug', isOwn: true }]])
})

test('Chinese is split into words', () => {
  const [first, second] = diffWords('雨中的蓝色杯子', '雨中的红色杯子')
  expect(textOf(first)).toBe('雨中的蓝色杯子')
  expect(ownOf(first).join('')).not.toBe('雨中的蓝色杯子')
  expect(ownOf(second).join('')).toContain('红')
})

test('words that differ one after the other are one passage', () => {
  const [first, second] = diffWords('The mug at night', 'The mug in the snow')
  expect(ownOf(first)).toEqual(['at night'])
  expect(ownOf(second)).toEqual(['in the snow'])
})
