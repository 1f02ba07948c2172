import type { Breakdown } from '@atelier/contract'
import { expect, test } from 'vitest'
import { dimensionsOf, partName, partsOf } from './breakdown-rows.ts'

const partOf = (by: Breakdown['by'], value: string, spend: number): Breakdown => {
  const sums = { spend, impressions: 100, clicks: 1, conversions: 0, revenue: 0 }
  return { by, value, ...sums, ctr: 0.01, cpa: null, roas: null }
}
const parts = [
  partOf('placement', 'feed', 80),
  partOf('placement', 'stories', 20),
  partOf('country', 'DE', 60),
  partOf('country', 'AT', 30),
]

test('one dimension stands alone, measured by its own largest part', () => {
  expect(dimensionsOf(parts)).toEqual(['placement', 'country'])
  expect(partsOf(parts, 'country').map(({ part, share }) => [part.value, share])).toEqual([
    ['DE', 1],
    ['AT', 0.5],
  ])
  expect(partsOf(parts, 'age')).toEqual([])
})

test('parts without spend have no share', () => {
  expect(partsOf([partOf('age', '18-24', 0)], 'age').map(({ share }) => share)).toEqual([0])
})

test('a country has its name in the language of the reader; anything else stays as it was reported', () => {
  const germany = { by: 'country', value: 'DE' } as const
  expect(partName(germany, 'en')).toBe('Germany')
  expect(partName(germany, 'zh')).toBe('德国')
  expect(partName({ by: 'country', value: 'Deutschland' }, 'en')).toBe('Deutschland')
  expect(partName({ by: 'placement', value: 'DE' }, 'en')).toBe('DE')
  expect(partName({ by: 'country', value: 'QZ' }, 'en')).toBe('QZ')
})
