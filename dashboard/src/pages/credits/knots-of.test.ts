import type { Transaction } from '@atelier/contract'
import { expect, test } from 'vitest'
import { knotsOf } from './knots-of.ts'
import type { ChainVerdict } from './walk-chain.ts'

const entries = ['e4', 'e3', 'e2', 'e1'].map((id) => ({ id }))
const broken: ChainVerdict = { kind: 'broken', place: 3, entry: { id: 'e3' } as Transaction, expected: '' }

test('knots fill from the oldest, and an entry that came after the walk has none', () => {
  expect(knotsOf(entries, undefined, { count: 0, lastId: null })).toEqual([null, null, null, null])
  expect(knotsOf(entries, undefined, { count: 2, lastId: 'e2' })).toEqual([null, null, 'holds', 'holds'])
  const holds: ChainVerdict = { kind: 'holds', checked: 3, head: '' }
  expect(knotsOf(entries, holds, { count: 3, lastId: 'e3' })).toEqual([null, 'holds', 'holds', 'holds'])
})

test('an older page that is not listed yet fills nothing', () => {
  expect(knotsOf(entries, undefined, { count: 1, lastId: 'e0' })).toEqual([null, null, null, null])
})

test('all before a broken entry keep their knots, all after it have none', () => {
  expect(knotsOf(entries, broken, { count: 2, lastId: 'e2' })).toEqual([null, 'broken', 'holds', 'holds'])
})
