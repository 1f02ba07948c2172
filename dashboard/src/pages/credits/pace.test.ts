import type { Transaction } from '@atelier/contract'
import { expect, test } from 'vitest'
import { paceOf } from './pace.ts'

const now = new Date('2026-11-17T12:00:00Z')
const entry = (daysAgo: number, amount: number, refType: Transaction['refType'] = 'generated_media') =>
  ({
    amount,
    refType,
    createdAt: new Date(now.getTime() - daysAgo * 86_400_000).toISOString(),
  }) as Transaction

test('the pace is charges minus refunds of a week, without grants and older entries', () => {
  const entries = [
    entry(1, -1_300),
    entry(2, 400),
    entry(3, -2_600),
    entry(4, 9_000, 'credit_grant'),
    entry(8, -7_000),
  ]
  expect(paceOf(entries, true, now)).toBe(500)
  expect(paceOf([], true, now)).toBe(0)
})

test('entries that do not reach back a week give no pace', () => {
  expect(paceOf([entry(1, -1_300)], false, now)).toBeNull()
  expect(paceOf([entry(1, -7_000), entry(8, -400)], false, now)).toBe(1_000)
})
