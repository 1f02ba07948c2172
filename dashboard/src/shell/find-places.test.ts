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
  ['pho_0000000000000000000001', '/settings'],
  ['usr_0000000000000000000001', '/settings'],
])('the id %s leads to %s', (text, to) => {
  expect(findPlaces(text, all)).toMatchObject([{ to }])
})

test('an entry point leads to its board, a deleted one to its results, once that is known', () => {
  const id = 'cep_0000000000000000000001'
  expect(findPlaces(id, all)).toEqual([])
  expect(findPlaces(id, { ...all, pointHome: { productId: PRODUCT } })).toMatchObject([
    { to: `/products/${PRODUCT}`, search: { tab: 'points' } },
  ])
  const topicId = 'top_0000000000000000000001'
  expect(findPlaces(id, { ...all, pointHome: { topicId } })).toMatchObject([{ to: `/topics/${topicId}` }])
  expect(findPlaces(id, { ...all, pointHome: null })).toMatchObject([
    { to: '/studio', search: { point: id } },
  ])
})

test('an admin is led from a user to the list of users', () => {
  expect(findPlaces('usr_0000000000000000000001', { ...all, isAdmin: true })).toMatchObject([
    { to: '/operator', search: { tab: 'users' } },
  ])
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
