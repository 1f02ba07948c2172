import { expect, test } from 'vitest'
import { type Owner, ownerOf } from '../../src/access/identity/index.ts'
import { findCandidates, type NewRecord, putRecord, removeRecord } from '../../src/catalog/search/index.ts'
import { isTypoOf } from '../../src/catalog/search/is-typo-of.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const newOwner = async (mode: 'live' | 'test' = 'live') => ownerOf((await system().createUser()).id, mode)

const put = (owner: Owner, ref: string, text: string, more: Partial<NewRecord> = {}) =>
  system().db.transaction((tx) => putRecord(tx, owner, { kind: 'note', ref, productId: null, text, ...more }))

const find = (owner: Owner, query: string, productId?: string) =>
  findCandidates(system().db, owner, { query, productId })

const refs = async (owner: Owner, query: string, productId?: string) =>
  (await find(owner, query, productId)).map(({ ref }) => ref)

/** Adds unrelated records, so that some words are common and others rare. */
async function fill(owner: Owner): Promise<void> {
  const texts = [
    'steel mug in blue',
    'steel mug in red',
    'summer sale of mugs',
    'wooden table',
    'garden chair',
  ]
  for (const [at, text] of texts.entries()) await put(owner, `other${at}`, text)
}

test.each([
  ['en', 'Coffee goes cold in meetings', 'cold coffee during a meeting'],
  ['de', 'Die Kaffeemaschine verkalkt ständig', 'verkalkte Kaffeemaschinen'],
  ['es', 'Me duelen los talones al correr', 'dolor de talón cuando corro'],
  ['zh', '咖啡在会议中变凉', '会议的咖啡凉了'],
  ['ja', 'コーヒーが会議中に冷めてしまう', '会議で冷めたコーヒー'],
  ['ru', 'Кофе остывает на встречах', 'встреча: остывает кофе'],
])('in %s a record is found by inflected words in another order', async (_, text, query) => {
  const owner = await newOwner()
  await fill(owner)
  await put(owner, 'wanted', text)
  const [best] = await find(owner, query)
  expect(best).toMatchObject({ ref: 'wanted', kind: 'note', text, gramRank: 1 })
})

test('a typo and a part of a compound word are found by trigrams', async () => {
  const owner = await newOwner()
  await fill(owner)
  await put(owner, 'wanted', 'Hundefutter ohne Getreide')
  // A part of a word is no mistake, so it is no shared word either.
  for (const [query, matchedTerms] of [
    ['Hundefuttr', 1],
    ['Futter', 0],
    ['gertreide', 1],
  ] as const) {
    const [best] = await find(owner, query)
    expect(best).toMatchObject({ ref: 'wanted', wordRank: null, gramRank: 1, matchedTerms })
    expect(best?.coverage).toBeGreaterThan(0.3)
  }
})

test.each([
  ['flihgts', 'flights', true],
  ['flghts', 'flights', true],
  ['flightss', 'flights', true],
  ['flightz', 'flights', true],
  ['winter', 'winner', false],
  ['wintre', 'winter', true],
  ['tea', 'eta', false],
  ['summer', 'winter', false],
  ['hundfuter', 'hundefutter', true],
  ['coffee', 'coffeemaker', false],
])('that %s is a mistyped %s is %s', (typed, word, expected) => {
  expect(isTypoOf(typed, word)).toBe(expected)
})

test('ranks start at 1, and matched terms count distinct meaningful words', async () => {
  const owner = await newOwner()
  await put(owner, 'both', 'dry skin after long flights')
  await put(owner, 'one', 'dry wood for the oven')
  const found = await find(owner, 'Dry, DRY skin after the flights of us in 99')
  expect(found.map(({ ref, wordRank, matchedTerms }) => [ref, wordRank, matchedTerms])).toEqual([
    ['both', 1, 3],
    ['one', 2, 1],
  ])
})

test('a word of a dense script counts once, however many pairs it has', async () => {
  const owner = await newOwner()
  await put(owner, 'zh', '这款护肤品很好用')
  await put(owner, 'ja', 'コーヒーを飲む')
  expect((await find(owner, '护肤品推荐'))[0]).toMatchObject({ ref: 'zh', matchedTerms: 1 })
  expect((await find(owner, 'コーヒー'))[0]).toMatchObject({ ref: 'ja', matchedTerms: 1 })
})

test('a rare word outweighs a common one', async () => {
  const owner = await newOwner()
  await fill(owner)
  await put(owner, 'rare', 'a mug with a hummingbird')
  expect((await refs(owner, 'steel hummingbird'))[0]).toBe('rare')
})

test('neither repeating a word nor containing every word wins', async () => {
  const owner = await newOwner()
  await put(owner, 'honest', 'night cream for dry skin')
  await put(owner, 'shouting', 'night '.repeat(1_000))
  const dictionary = Array.from({ length: 600 }, (_, i) => `term${i}x`).join(' ')
  await put(owner, 'stuffed', `${dictionary} night cream for dry skin`)
  const found = await find(owner, 'night cream dry skin')
  expect(found[0]).toMatchObject({ ref: 'honest', wordRank: 1, gramRank: 1 })
})

test('a record is found only by its owner, and only in its mode', async () => {
  const [owner, other] = [await newOwner(), await newOwner()]
  await put(owner, 'mine', 'dry skin after flights')
  await put(other, 'theirs', 'dry skin after flights')
  await put(ownerOf(owner.userId, 'test'), 'rehearsal', 'dry skin after flights')
  expect(await refs(owner, 'dry skin after flights')).toEqual(['mine'])
  expect(await refs(other, 'dry skin after flights')).toEqual(['theirs'])
  expect(await refs(ownerOf(owner.userId, 'test'), 'dry skin after flights')).toEqual(['rehearsal'])
  expect(await refs(await newOwner(), 'dry skin after flights')).toEqual([])
})

test('a search within a product finds only its records', async () => {
  const owner = await newOwner()
  await put(owner, 'a', 'dry skin after flights', { productId: 'prd_a' })
  await put(owner, 'b', 'dry skin after flights', { productId: 'prd_b' })
  await put(owner, 'none', 'dry skin after flights')
  expect(await refs(owner, 'dry skin', 'prd_a')).toEqual(['a'])
  expect((await refs(owner, 'dry skin')).sort()).toEqual(['a', 'b', 'none'])
  expect(await refs(owner, 'dry skin', 'prd_c')).toEqual([])
})

test('a product id may contain any characters', async () => {
  const owner = await newOwner()
  const productId = `a' | '1:x \\ & !`
  await put(owner, 'odd', 'dry skin', { productId })
  expect(await refs(owner, 'dry skin', productId)).toEqual(['odd'])
  expect(await refs(owner, 'dry skin', `'`)).toEqual([])
})

test('a replaced record is found only by its new text, and a removed one not at all', async () => {
  const owner = await newOwner()
  await put(owner, 'x', 'summer sale')
  await put(owner, 'x', 'winter coat')
  expect(await refs(owner, 'summer')).toEqual([])
  expect(await refs(owner, 'winter')).toEqual(['x'])
  await system().db.transaction((tx) => removeRecord(tx, owner, 'note', 'x'))
  expect(await refs(owner, 'winter')).toEqual([])
})

test('a record whose transaction is rolled back is not found', async () => {
  const owner = await newOwner()
  const failed = system().db.transaction(async (tx) => {
    await putRecord(tx, owner, { kind: 'note', ref: 'x', productId: null, text: 'summer sale' })
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await refs(owner, 'summer')).toEqual([])
})

test.each([
  'the of and',
  '的 了',
  '!!! ??? ...',
  "'",
  "' | '1:mug'",
  'a & !b <-> c:*',
  '\\',
  '$q$',
  '1#0',
  '🙂',
])('a query without meaningful words finds nothing and does not fail: %s', async (query) => {
  const owner = await newOwner()
  await put(owner, 'x', 'summer sale')
  expect(await refs(owner, query)).toEqual([])
})

test('a hostile query of 500 characters returns at most 60 candidates', async () => {
  const owner = await newOwner()
  await fill(owner)
  const letters = 'abcdefghijklmnopqrstuvwxyz咖啡会议皮肤'
  const query = Array.from({ length: 250 }, (_, i) => [...letters][(i * 7) % 32] + (i % 3 ? '' : ' ')).join(
    '',
  )
  expect((await find(owner, query.slice(0, 500))).length).toBeLessThanOrEqual(60)
})

test('concurrent first records of an owner are all found', async () => {
  const owner = await newOwner()
  await Promise.all(Array.from({ length: 12 }, (_, i) => put(owner, `r${i}`, `summer sale ${i}`)))
  expect(await refs(owner, 'summer')).toHaveLength(12)
})
