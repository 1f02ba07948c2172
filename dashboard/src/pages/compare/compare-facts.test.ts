import type { HistoryRow, Media } from '@atelier/contract'
import { expect, test } from 'vitest'
import { en } from '../../words/en.ts'
import { type Compared, compareFacts, compareResults, groupOf, resultOf } from './compare-facts.ts'

const compared = (more: Partial<Media> = {}, names: Partial<Compared> = {}): Compared => ({
  medium: {
    mediaType: 'IMAGE',
    orientation: 'portrait',
    status: 'completed',
    prompt: 'a mug',
    model: 'simulator/one',
    angle: null,
    hook: null,
    creditsCost: 400,
    creditsRefunded: 0,
    createdAt: '2026-11-14T12:00:00.000Z',
    ...more,
  } as Media,
  product: 'Mug',
  character: undefined,
  point: undefined,
  madeBy: undefined,
  pixels: undefined,
  ...names,
})

const differing = (first: Compared, second: Compared) =>
  compareFacts(first, second, en, 'en')
    .filter(({ differs }) => differs)
    .map(({ name }) => name)

test('only what differs is marked, and what both lack is left out', () => {
  const facts = compareFacts(compared(), compared({ prompt: 'a red mug' }), en, 'en')
  expect(facts.filter(({ differs }) => differs).map(({ name }) => name)).toEqual(['prompt'])
  expect(facts.map(({ name }) => name)).not.toContain('character')
  expect(differing(compared(), compared({}, { character: 'Mia' }))).toEqual(['character'])
})

test('the time of an order is shown, and is no difference', () => {
  expect(differing(compared(), compared({ createdAt: '2026-11-15T12:00:00.000Z' }))).toEqual([])
})

test('a refund is part of what a result cost', () => {
  expect(differing(compared(), compared({ creditsRefunded: 400 }))).toEqual(['price'])
})

const row = (more: Partial<HistoryRow> = {}): HistoryRow =>
  ({
    generatedMediaId: 'med_1',
    observed: { metric: 'roas', value: 3, low: 2, high: 4 },
    spend: 100,
    currency: 'EUR',
    objective: 'sales',
    conversionType: 'purchase',
    attribution: '7d_click',
    tier: 'winner',
    ...more,
  }) as HistoryRow

test('the row with the most spend speaks for a result; a claim alone does not', () => {
  const rows = [row({ spend: 1 }), row({ spend: 9 }), row({ spend: 99, observed: null })]
  expect(resultOf(rows, 'med_1')?.spend).toBe(9)
  expect(resultOf(rows, 'med_2')).toBeUndefined()
})

test('results with another currency are not counted in the same way', () => {
  expect(groupOf(row())).toBe(groupOf(row({ spend: 7 })))
  expect(groupOf(row())).not.toBe(groupOf(row({ currency: 'USD' })))
})

test('results have their bound beside them', () => {
  const facts = compareResults(row(), undefined, en)
  expect(facts.map(({ name, first, second }) => [name, first, second])).toEqual([
    ['tier', en.knowledge.tiers.winner, ''],
    ['result', 'ROAS 3.00', ''],
    ['bound', '2.00', ''],
    ['spend', '100.00 EUR', ''],
  ])
})
