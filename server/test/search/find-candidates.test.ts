import { expect, test } from 'vitest'
import { type Owner, ownerOf } from '../../src/access/identity/index.ts'
import { findCandidates, type NewRecord, putRecord, removeRecord } from '../../src/catalog/search/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const newOwner = async (mode: 'live' | 'test' = 'live') => ownerOf((await system().createUser()).id, mode)

const put = (owner: Owner, ref: string, text: string, more: Partial<NewRecord> = {}) =>
  system().db.transaction((tx) => putRecord(tx, owner, { kind: 'note', ref, productId: null, text, ...more }))

const find = (owner: Owner, query: string, productId?: string) =>
  findCandidates(system().db, owner, { query, productId })

const refs = async (owner: Owner, query: string, productId?: string) =>
  (await find(owner, query, productId)).map(({ ref }) => ref)

/** What nobody asks for, so that something is common and something rare. */
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
])('in %s other forms and another order of the words find it', async (_, text, query) => {
  const owner = await newOwner()
  await fill(owner)
  await put(owner, 'wanted', text)
  const [best] = await find(owner, query)
  expect(best).toMatchObject({ ref: 'wanted', kind: 'note', text, gramRank: 1 })
})

test('a typo and a part of a compound are found by their letters', async () => {
  const owner = await newOwner()
  await fill(owner)
  await put(owner, 'wanted', 'Hundefutter ohne Getreide')
  for (const query of ['Hundefuttr', 'Futter', 'gertreide']) {
    const [best] = await find(owner, query)
    expect(best).toMatchObject({ ref: 'wanted', wordRank: null, gramRank: 1, matchedTerms: 0 })
  }
})

test('places are counted from 1, and so are the different words that say something', async () => {
  const owner = await newOwner()
  await put(owner, 'both', 'dry skin after long flights')
  await put(owner, 'one', 'dry wood for the oven')
  const found = await find(owner, 'Dry, DRY skin after the flights of us in 99')
  expect(found.map(({ ref, wordRank, matchedTerms }) => [ref, wordRank, matchedTerms])).toEqual([
    ['both', 1, 3],
    ['one', 2, 1],
  ])
})

test('words of a dense script count once each, however many pairs they have', async () => {
  const owner = await newOwner()
  await put(owner, 'zh', '这款护肤品很好用')
  await put(owner, 'ja', 'コーヒーを飲む')
  expect((await find(owner, '护肤品推荐'))[0]).toMatchObject({ ref: 'zh', matchedTerms: 1 })
  expect((await find(owner, 'コーヒー'))[0]).toMatchObject({ ref: 'ja', matchedTerms: 1 })
})

test('a rare word weighs more than a common one', async () => {
  const owner = await newOwner()
  await fill(owner)
  await put(owner, 'rare', 'a mug with a hummingbird')
  expect((await refs(owner, 'steel hummingbird'))[0]).toBe('rare')
})

test('repeating a word does not win, and neither does having every word', async () => {
  const owner = await newOwner()
  await put(owner, 'honest', 'night cream for dry skin')
  await put(owner, 'shouting', 'night '.repeat(1_000))
  const dictionary = Array.from({ length: 600 }, (_, i) => `term${i}x`).join(' ')
  await put(owner, 'stuffed', `${dictionary} night cream for dry skin`)
  const found = await find(owner, 'night cream dry skin')
  expect(found[0]).toMatchObject({ ref: 'honest', wordRank: 1, gramRank: 1 })
})

test('what one owner has, no other finds, not even by the same words, nor the other mode', async () => {
  const [owner, other] = [await newOwner(), await newOwner()]
  await put(owner, 'mine', 'dry skin after flights')
  await put(other, 'theirs', 'dry skin after flights')
  await put(ownerOf(owner.userId, 'test'), 'rehearsal', 'dry skin after flights')
  expect(await refs(owner, 'dry skin after flights')).toEqual(['mine'])
  expect(await refs(other, 'dry skin after flights')).toEqual(['theirs'])
  expect(await refs(ownerOf(owner.userId, 'test'), 'dry skin after flights')).toEqual(['rehearsal'])
  expect(await refs(await newOwner(), 'dry skin after flights')).toEqual([])
})

test('with a product only what belongs to it is found', async () => {
  const owner = await newOwner()
  await put(owner, 'a', 'dry skin after flights', { productId: 'prd_a' })
  await put(owner, 'b', 'dry skin after flights', { productId: 'prd_b' })
  await put(owner, 'none', 'dry skin after flights')
  expect(await refs(owner, 'dry skin', 'prd_a')).toEqual(['a'])
  expect((await refs(owner, 'dry skin')).sort()).toEqual(['a', 'b', 'none'])
  expect(await refs(owner, 'dry skin', 'prd_c')).toEqual([])
})

test('the id of a product may hold anything', async () => {
  const owner = await newOwner()
  const productId = `a' | '1:x \\ & !`
  await put(owner, 'odd', 'dry skin', { productId })
  expect(await refs(owner, 'dry skin', productId)).toEqual(['odd'])
  expect(await refs(owner, 'dry skin', `'`)).toEqual([])
})

test('put again it is found by the new text alone, and removed not at all', async () => {
  const owner = await newOwner()
  await put(owner, 'x', 'summer sale')
  await put(owner, 'x', 'winter coat')
  expect(await refs(owner, 'summer')).toEqual([])
  expect(await refs(owner, 'winter')).toEqual(['x'])
  await system().db.transaction((tx) => removeRecord(tx, owner, 'note', 'x'))
  expect(await refs(owner, 'winter')).toEqual([])
})

test('a put that is rolled back is not found', async () => {
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
])('a question of nothing but noise finds nothing and breaks nothing: %s', async (query) => {
  const owner = await newOwner()
  await put(owner, 'x', 'summer sale')
  expect(await refs(owner, query)).toEqual([])
})

test('500 hostile characters are answered with at most 60', async () => {
  const owner = await newOwner()
  await fill(owner)
  const letters = 'abcdefghijklmnopqrstuvwxyz咖啡会议皮肤'
  const query = Array.from({ length: 250 }, (_, i) => [...letters][(i * 7) % 32] + (i % 3 ? '' : ' ')).join(
    '',
  )
  expect((await find(owner, query.slice(0, 500))).length).toBeLessThanOrEqual(60)
})

test('many at once make one owner in the index, and all are found', async () => {
  const owner = await newOwner()
  await Promise.all(Array.from({ length: 12 }, (_, i) => put(owner, `r${i}`, `summer sale ${i}`)))
  expect(await refs(owner, 'summer')).toHaveLength(12)
})
