import { expect, test } from 'vitest'
import { type Owner, ownerOf } from '../../src/access/identity/index.ts'
import { findCandidates, type NewRecord, putRecord } from '../../src/catalog/search/index.ts'
import { budgetOf, wholeBudget } from '../../src/catalog/search/search-budget.ts'
import { fuseRanks } from '../../src/learning/statistics/index.ts'
import type { Rows } from '../../src/platform/db/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const newOwner = async (mode: 'live' | 'test' = 'live') => ownerOf((await system().createUser()).id, mode)

const put = (owner: Owner, ref: string, text: string, more: Partial<NewRecord> = {}) =>
  system().db.transaction((tx) => putRecord(tx, owner, { kind: 'note', ref, productId: null, text, ...more }))

const ask = (owner: Owner, [query = '', ...also]: string[], productId?: string, db: Rows = system().db) =>
  findCandidates(db, owner, { query, also, productId })

const refs = async (owner: Owner, phrasings: string[], productId?: string) =>
  (await ask(owner, phrasings, productId)).map(({ ref }) => ref)

const weather = ['bad weather helps to sell shelters', 'tent ads in the rain', 'Zelt bei Regen', '下雨的帐篷']

test('a record that shares no word with the question is found by another phrasing', async () => {
  const owner = await newOwner()
  await put(owner, 'wanted', 'Camping tents: pouring rain beats sunny meadows')
  await put(owner, 'other', 'garden hose')
  expect(await refs(owner, weather.slice(0, 1))).toEqual([])
  expect(await refs(owner, weather)).toEqual(['wanted'])
  await put(owner, 'chinese', '帐篷广告要拍下雨')
  expect((await refs(owner, weather)).toSorted()).toEqual(['chinese', 'wanted'])
})

test('the answer to one phrasing ranks above what shares a common word with every phrasing', async () => {
  const owner = await newOwner()
  for (let at = 0; at < 20; at++) await put(owner, `common${at}`, `cheap holiday offer number ${at}`)
  await put(owner, 'wanted', 'swollen legs on aeroplanes')
  const phrasings = [
    'holiday travel discomfort',
    'cheap holiday flight complaints',
    'swollen legs aeroplanes',
    'holiday circulation trouble',
  ]
  expect((await refs(owner, phrasings))[0]).toBe('wanted')
  const [best] = fuseRanks(
    (await ask(owner, phrasings)).map((one) => ({
      ...one,
      age: 0,
      isPinned: false,
      evidence: 'observed' as const,
      trust: null,
    })),
  )
  expect(best).toMatchObject({ ref: 'wanted', relevance: 1, matchedTerms: 3 })
  expect(best?.coverage).toBeCloseTo(1)
})

test('a single phrasing is answered as before there were several', async () => {
  const owner = await newOwner()
  await put(owner, 'wanted', 'Camping tents: pouring rain beats sunny meadows')
  await put(owner, 'other', 'rain gauge')
  const found = await findCandidates(system().db, owner, { query: 'rain on a tent' })
  expect(found).toEqual(await ask(owner, ['rain on a tent']))
  expect(found[0]).toEqual({
    kind: 'note',
    ref: 'wanted',
    text: 'Camping tents: pouring rain beats sunny meadows',
    wordRank: 1,
    gramRank: 1,
    matchedTerms: 2,
    coverage: expect.closeTo(1),
  })
})

test('no phrasing finds a record of another owner, of another mode or of another product', async () => {
  const [owner, other] = [await newOwner(), await newOwner()]
  await put(other, 'theirs', weather.join(' '))
  await put(ownerOf(owner.userId, 'test'), 'rehearsal', weather.join(' '))
  await put(owner, 'of another product', weather.join(' '), { productId: 'p2' })
  await put(owner, 'mine', 'Zelt im Regen', { productId: 'p1' })
  expect(await refs(owner, weather, 'p1')).toEqual(['mine'])
  expect(await refs(owner, weather, 'p3')).toEqual([])
})

test('four phrasings are answered by as many statements as one', async () => {
  const owner = await newOwner()
  for (const [at, text] of weather.entries()) await put(owner, `r${at}`, text)
  const count = async (phrasings: string[]) => {
    let statements = 0
    const counted: Rows = {
      row: (...statement: Parameters<Rows['row']>) => {
        statements++
        return system().db.row(...statement)
      },
      rows: (...statement: Parameters<Rows['rows']>) => {
        statements++
        return system().db.rows(...statement)
      },
    } as Rows
    await ask(owner, phrasings, undefined, counted)
    return statements
  }
  expect(await count(weather.slice(0, 1))).toBe(5)
  expect(await count(weather)).toBe(5)
})

test('several phrasings share the work that one may cause', () => {
  expect(budgetOf(1)).toEqual(wholeBudget)
  for (const phrasings of [2, 3, 4]) {
    const { characters, rows, probes, postings, lexemes, kept } = budgetOf(phrasings)
    expect(phrasings * characters).toBeLessThanOrEqual(wholeBudget.characters)
    expect(phrasings * rows).toBeLessThanOrEqual(wholeBudget.rows)
    expect(phrasings * probes).toBeLessThanOrEqual(wholeBudget.probes)
    expect(phrasings * postings).toBeLessThanOrEqual(2 * wholeBudget.postings)
    expect(phrasings * lexemes).toBeLessThanOrEqual(2 * wholeBudget.lexemes)
    expect(phrasings * kept).toBeLessThan(2 * wholeBudget.kept)
  }
})
