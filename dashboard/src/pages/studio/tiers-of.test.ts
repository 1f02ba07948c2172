import type { Tier } from '@atelier/contract'
import { expect, test } from 'vitest'
import { tiersOf } from './tiers-of.ts'

const observed = {
  metric: 'roas',
  value: 2,
  low: null,
  high: null,
  baseline: null,
  lift: null,
  lastDay: '2026-11-01',
} as const
const row = (generatedMediaId: string, tier: Tier, isObserved = true) => ({
  generatedMediaId,
  tier,
  observed: isObserved ? observed : null,
  supersededBy: null,
})

test('the best tier of a result counts, and a claim alone is none', () => {
  const rows = [row('med_a', 'loser'), row('med_a', 'winner'), row('med_b', 'winner', false)]
  expect([...tiersOf(rows)]).toEqual([['med_a', 'winner']])
})

test('what is unproven carries no badge', () => {
  expect(tiersOf([row('med_a', 'unproven')]).size).toBe(0)
})
