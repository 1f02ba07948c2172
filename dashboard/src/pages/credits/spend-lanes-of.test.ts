import { expect, test } from 'vitest'
import { lastDays, spendLanesOf } from './spend-lanes-of.ts'

const days = ['2026-11-15', '2026-11-16', '2026-11-17']
const names = { all: 'All keys', none: 'Made by hand', nameOf: (of: string) => `gone: ${of}` }
const keys = [
  { id: 'key_a', name: 'night agent', ceiling: 6_000 },
  { id: 'key_b', name: 'video agent', ceiling: null },
]
const rows = [
  { day: '2026-11-15', of: 'key_a', spent: 400 },
  { day: '2026-11-17', of: 'key_a', spent: 800 },
  { day: '2026-11-17', of: null, spent: 1_300 },
  { day: '2026-11-16', of: 'key_gone', spent: -400 },
]

test('the days are those of UTC, today last', () => {
  expect(lastDays(3, new Date('2026-11-17T23:59:59Z'))).toEqual(days)
  expect(lastDays(3, new Date('2026-11-17T00:00:00Z'))).toEqual(days)
})

test('the first row is the sum of all others, day by day', () => {
  const [all, ...others] = spendLanesOf(rows, keys, days, names)
  expect(all?.values).toEqual([400, -400, 2_100])
  const sums = days.map((_, at) => others.reduce((sum, lane) => sum + (lane.values[at] ?? 0), 0))
  expect(sums).toEqual(all?.values)
})

test('keys that spent nothing have no row; what was made by hand and by ended keys has one', () => {
  expect(
    spendLanesOf(rows, keys, days, names).map(({ name, ceiling, total }) => [name, ceiling, total]),
  ).toEqual([
    ['All keys', null, 2_100],
    ['night agent', 6_000, 1_200],
    ['Made by hand', null, 1_300],
    ['gone: key_gone', null, -400],
  ])
})

test('models have no list: each is its own name', () => {
  const models = [
    { day: '2026-11-16', of: 'studio/fast', spent: 400 },
    { day: '2026-11-17', of: 'studio/fast', spent: 800 },
    { day: '2026-11-17', of: 'studio/film', spent: 1_300 },
  ]
  const lanes = spendLanesOf(models, [], days, { ...names, all: 'All models', nameOf: (of) => of })
  expect(lanes.map(({ name, values }) => [name, ...values])).toEqual([
    ['All models', 0, 400, 2_100],
    ['studio/fast', 0, 400, 800],
    ['studio/film', 0, 0, 1_300],
  ])
})
