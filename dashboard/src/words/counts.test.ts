import { expect, test } from 'vitest'
import { en } from './en.ts'

test('one entry, one conversion and one comparison are told in the singular', () => {
  expect(en.creditsPage.holdsText('1', '0.1')).toMatch(/^1 entry walked /)
  expect(en.creditsPage.holdsText('70', '0.1')).toMatch(/^70 entries walked /)
  expect(en.knowledge.conversions('1')).toBe('1 conversion')
  expect(en.knowledge.conversions('1.5')).toBe('1.5 conversions')
  expect(en.knowledge.chanceOf('3%', 1)).toBe('3% in 1 comparison')
})

test('the board of entry points tells what wins and what is tired in one sentence', () => {
  expect(en.points.lede(1, 29, 0, 0)).toBe('1 entry point, 29 places free.')
  expect(en.points.lede(12, 18, 1, 2)).toBe('12 entry points, 18 places free. 1 wins, 2 are tired.')
})
