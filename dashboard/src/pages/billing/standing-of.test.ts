import { expect, test } from 'vitest'
import { standingsOf } from './standing-of.ts'

const of = (refundedAmount: number, disputeStatus: string | null) =>
  standingsOf({ amount: 1_000, refundedAmount, disputeStatus })

test('a payment says what was refunded and how its dispute stands', () => {
  expect(of(0, null)).toEqual([])
  expect(of(1_000, null)).toEqual(['refunded'])
  expect(of(1, null)).toEqual(['partly'])
  expect(of(0, 'needs_response')).toEqual(['disputed'])
  expect(of(0, 'appeal_under_review')).toEqual(['disputed'])
  expect(of(0, 'warning_needs_response')).toEqual(['inquiry'])
  expect(of(0, 'lost')).toEqual(['lost'])
  expect(of(500, 'won')).toEqual(['won', 'partly'])
})
