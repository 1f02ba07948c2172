import { expect, test } from 'vitest'
import { countVerdicts } from './count-verdicts.ts'

test('a claim without a comparison is not counted as checked', () => {
  const items = (
    ['overstated', 'confirmed', 'stale', 'unverified', 'understated', 'overstated'] as const
  ).map((verdict) => ({ verdict }))
  expect(countVerdicts(items)).toEqual({ checked: 4, overstated: 2, understated: 1 })
})
