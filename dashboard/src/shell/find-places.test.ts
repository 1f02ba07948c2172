import type { Hit } from '@atelier/contract'
import { expect, test } from 'vitest'
import { findPlaces, type Searched } from './find-places.ts'

const PRODUCT = 'prd_0000000000000000000001'

const all: Searched = {
  pages: [
    { label: 'Home', to: '/' },
    { label: 'Products', to: '/products' },
  ],
  products: [{ id: PRODUCT, name: 'Enamel mug' }],
  characters: [],
  topics: [],
  keys: [{ id: 'key_0000000000000000000001', name: 'Mugs at night' }],
  hits: [],
}

test.each([
  ['med_0000000000000000000001', '/studio/med_0000000000000000000001'],
  [PRODUCT, `/products/${PRODUCT}`],
  [' top_0000000000000000000001 ', '/topics/top_0000000000000000000001'],
  ['key_0000000000000000000001', '/connections'],
  ['txn_0000000000000000000001', '/credits'],
])('the id %s leads to %s', (text, to) => {
  expect(findPlaces(text, all)).toMatchObject([{ to }])
})

test('without a text all pages are offered, and nothing else', () => {
  expect(findPlaces('', all).map(({ to }) => to)).toEqual(['/', '/products'])
})

test('things are found by a part of their name, in any case', () => {
  expect(findPlaces('MUG', all).map(({ kind }) => kind)).toEqual(['product', 'key'])
})

test('a hit leads to its picture, to its board, or to its list', () => {
  const hit = (kind: Hit['kind'], refs: Record<string, string>): Hit => ({
    id: kind,
    kind,
    text: 'steam sells',
    score: 1,
    relevance: 1,
    evidence: 'observed',
    age: 1,
    why: '',
    refs,
  })
  const hits = [
    hit('history', { generatedMediaId: 'med_1' }),
    hit('cep', { productId: PRODUCT }),
    hit('note', {}),
  ]
  expect(findPlaces('steam', { ...all, hits })).toMatchObject([
    { to: '/studio/med_1' },
    { to: `/products/${PRODUCT}`, search: { tab: 'points' } },
    { to: '/knowledge', search: { tab: 'review' } },
  ])
})
