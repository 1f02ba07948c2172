import { expect, test } from 'vitest'
import {
  gramProbes,
  lexemeProbes,
  planProbes,
  type SearchScope,
} from '../../src/catalog/search/plan-probes.ts'
import type { QueryLexeme } from '../../src/catalog/search/query-lexeme.ts'
import { wholeBudget } from '../../src/catalog/search/search-budget.ts'

const sample = { lexeme: '1#0', share: 1 / 64 }
const scope = (records: number, product?: QueryLexeme): SearchScope => ({
  records,
  product,
  sample,
  budget: wholeBudget,
})
const ask = (...shares: number[]): QueryLexeme[] => shares.map((share, at) => ({ lexeme: `1:w${at}`, share }))
const plan = (asked: QueryLexeme[], within: SearchScope) =>
  planProbes(asked, lexemeProbes(asked, within), within)

test('among few records, one query asks for any of the words', () => {
  expect(plan(ask(0.5, 0.2, 0), scope(250))).toEqual({ queries: [`'1:w0' | '1:w1' | '1:w2'`], limit: 300 })
  expect(plan(ask(0.001), scope(100_000)).queries).toEqual([`'1:w0'`])
})

test('without words nothing is planned', () => {
  expect(plan([], scope(100_000))).toEqual({ queries: [], limit: 0 })
})

test('a rare word is queried with any other word, then alone', () => {
  const { queries } = plan(ask(0, 0.3), scope(200_000))
  expect(queries.slice(0, 2)).toEqual([`'1:w0' & ('1:w1')`, `'1:w0'`])
})

test('common words are queried together, all of them first', () => {
  const { queries } = plan(ask(0.05, 0.1, 0.08), scope(100_000))
  expect(queries[0]).toBe(`'1:w0' & '1:w2' & '1:w1'`)
  expect(queries).not.toContain(`'1:w1'`)
})

test('a word of nearly every record is queried only in the sample', () => {
  expect(plan(ask(0.9), scope(100_000)).queries).toEqual([`'1:w0' & '1#0'`])
})

test('every query is restricted to the product', () => {
  const { queries } = plan(ask(0, 0.3, 0.2), scope(1_000_000, { lexeme: '1@p', share: 0.4 }))
  expect(queries.length).toBeGreaterThan(1)
  for (const query of queries) expect(query).toMatch(/^'1@p' & \(/)
})

test('the number of queries and of records is always bounded', () => {
  for (const share of [0, 0.006, 0.02, 0.1, 0.5, 1])
    for (const records of [0, 100, 10_000, 100_000, 10_000_000]) {
      const { queries, limit } = plan(ask(...Array.from({ length: 24 }, () => share)), scope(records))
      expect(queries.length).toBeLessThanOrEqual(12)
      expect(queries.length * limit).toBeLessThanOrEqual(620)
    }
})

test('each half of a word is queried, so that a typo leaves the other half; a common word is not', () => {
  const grams = ['  k', ' ka', 'kaf', 'aff', 'ffe', 'fe '].map((gram) => `1;${gram}`)
  const probesFor = (share: number) =>
    gramProbes([{ grams, stem: '1:kaf' }], (lexeme) => ({ lexeme, share }), scope(100_000))
  expect(probesFor(0).map(({ query }) => query)).toEqual([
    `'1;  k' & '1; ka' & '1;kaf'`,
    `'1;aff' & '1;ffe' & '1;fe '`,
  ])
  expect(probesFor(0.1)).toEqual([])
})
