import { expect, test } from 'vitest'
import { earnings } from '../../words/en-earnings.ts'
import { type Earning, earningsRows, hasEarnings } from './earnings-rows.ts'

const nothing: Earning = { currency: 'EUR' }
const liftTest: NonNullable<Earning['liftTest']> = {
  windowStart: '2026-10-23',
  windowEnd: '2026-11-05',
  liftPct: 45,
  lowPct: 12,
  highPct: 88,
  probability: 0.99,
  incremental: 30,
  incrementalCpa: 14.76,
  incrementalRoas: 2.1,
  testPeople: 10_000,
  controlPeople: 10_000,
  testConversions: 96,
  controlConversions: 66,
  source: 'shop assistant',
}

const told = (row: Earning) =>
  earningsRows(row, earnings, 'en').map(({ name, value, note }) => `${name}: ${value} (${note})`)

test('an ad without margins, reach and lift test has no line', () => {
  expect(hasEarnings(nothing)).toBe(false)
  expect(told(nothing)).toEqual([])
})

test('a loss is told with its sums and the ROAS from which the ad earns money', () => {
  const profit = { margin: 77, profit: -643.1, poas: 0.11, breakEvenRoas: 2.22, revenue: 170, spend: 720.1 }
  expect(told({ ...nothing, profit })).toEqual([
    'Profit: −643.10 EUR (margin 77.00 EUR less spend 720.10 EUR)',
    'Margin by spend: 0.11 ()',
    'Earns money from a ROAS of: 2.22 ()',
  ])
})

test('a lift test says how much more came, its days and what each caused conversion cost', () => {
  const frequency = { value: 2.34, lastDay: '2026-11-18' }
  expect(told({ ...nothing, frequency, liftTest })).toEqual([
    'Views of one person in seven days: 2.3 (until 18 Nov)',
    'Lift test: +45.0% conversions (+12.0% to +88.0%) (23 Oct to 5 Nov)',
    'Conversions that it caused: 30 (14.76 EUR for each)',
  ])
})

test('a lift test with too few conversions says so instead of a figure', () => {
  const few = { ...liftTest, liftPct: null, lowPct: null, highPct: null, incrementalCpa: null }
  expect(told({ ...nothing, liftTest: few })[0]).toBe(
    'Lift test: – (23 Oct to 5 Nov, under 5 conversions in a group)',
  )
})
