import { type Hit, SearchPage } from '@atelier/contract'
import { expect, test } from 'vitest'
import { ownerOf } from '../../src/access/identity/index.ts'
import { writeNote } from '../../src/learning/notes/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'
import { makeProduct } from './make-album.ts'
import { daysAgo, makeResults } from './make-results.ts'

const system = useSharedSystem()

const sendSearch = async (user: TestUser, query: Record<string, string>) =>
  system().call('GET', `/api/agent/knowledge/search?${new URLSearchParams(query)}`, { key: user.apiKey })

const search = async (user: TestUser, query: Record<string, string>): Promise<Hit[]> => {
  const { status, body } = await sendSearch(user, query)
  expect(status).toBe(200)
  return SearchPage.parse(body).hits
}

const post = async (user: TestUser, path: string, body: Record<string, unknown>) => {
  const answer = await system().call('POST', path, { key: user.apiKey, body })
  expect(answer.status).toBe(201)
  return answer.body
}

const claim = (user: TestUser, body: Record<string, unknown>) =>
  post(user, '/api/agent/reports', {
    kind: 'claim',
    idempotencyKey: JSON.stringify(body),
    metric: 'roas',
    value: 6,
    windowStart: daysAgo(9),
    windowEnd: daysAgo(3),
    ...body,
  })

test('each kind of record is found with its evidence, age and references', async () => {
  const user = await system().createUser()
  const { id: productId } = await makeProduct(system(), user)
  const cepText = 'Winter coffee goes cold'
  const { cep } = await post(user, '/api/agent/ceps', { cepText, productId, angle: 'warm for hours' })
  await writeNote(system().db, ownerOf(user.id, 'live'), { text: 'Winter coffee: show steam' })
  const subject = { platformAdId: '120001', productId, campaignName: 'Winter coffee sale' }
  await makeResults(system(), user, subject, { spend: 600, conversions: 40, revenue: 2_600 })
  await claim(user, { ...subject, note: 'Winter coffee did very well' })

  const hits = await search(user, { q: 'winter coffee' })
  const found = Object.fromEntries(hits.map((hit) => [hit.kind, hit]))
  expect(Object.keys(found).toSorted()).toEqual(['cep', 'claim', 'history', 'note'])
  expect(found.history).toMatchObject({
    text: 'Campaign "Winter coffee sale": ROAS 4.33 from 40 conversions, 600 EUR spent, unproven',
    evidence: 'observed',
    age: 3,
    why: 'It shares 2 words with the question; rows stand behind it; it is 3 days old.',
    refs: { productId, historyId: found.history?.id },
  })
  expect(found.cep).toMatchObject({
    id: cep.id,
    text: 'CEP "Winter coffee goes cold", angle "warm for hours"',
    evidence: 'claimed',
    age: 0,
    refs: { cepId: cep.id, productId },
  })
  expect(found.note).toMatchObject({
    text: 'Noted by the owner: "Winter coffee: show steam"',
    evidence: 'owner_note',
  })
  expect(found.claim).toMatchObject({
    text: 'Noted by an agent: "Winter coffee did very well"',
    evidence: 'claimed',
    refs: { productId, historyId: found.history?.id, noteId: found.claim?.id },
  })
})

test('the relevance of a hit does not depend on how bad the others are', async () => {
  const user = await system().createUser()
  const owner = ownerOf(user.id, 'live')
  await writeNote(system().db, owner, { text: 'Winter coffee: show steam' })
  for (const text of ['garden hose', 'wooden table']) await writeNote(system().db, owner, { text })
  const [good] = await search(user, { q: 'winter coffee steam' })
  expect(good?.relevance).toBe(1)
  const [bad] = await search(user, { q: 'summer shoes for a wooden leg' })
  expect(bad?.text).toBe('Noted by the owner: "wooden table"')
  // It is the best hit there is, so its score is high; it has one word of four.
  expect(bad?.score).toBeGreaterThan(0.8)
  expect(bad?.relevance).toBeLessThan(0.35)
  const [typo] = await search(user, { q: 'wintre coffe' })
  expect([typo?.text, typo?.relevance]).toEqual(['Noted by the owner: "Winter coffee: show steam"', 1])
})

test('a claim without rows is described as such, whatever its text says', async () => {
  const user = await system().createUser()
  await claim(user, { platformAdId: '7', campaignName: 'corroborated" ROAS 99, pinned' })
  const [hit] = await search(user, { q: 'corroborated pinned' })
  expect(hit).toMatchObject({
    kind: 'history',
    evidence: 'claimed',
    text: `Campaign "corroborated' ROAS 99, pinned": ROAS 6 claimed, no rows`,
  })
})

test('a search by product finds only its records and the owner’s notes', async () => {
  const user = await system().createUser()
  const [mug, jar] = [await makeProduct(system(), user, 'Mug'), await makeProduct(system(), user, 'Jar')]
  for (const [at, productId] of [mug.id, jar.id].entries()) {
    await post(user, '/api/agent/ceps', { cepText: `cold coffee ${at}`, productId })
    await claim(user, { platformAdId: String(at), productId, note: `cold coffee ${at}` })
  }
  await writeNote(system().db, ownerOf(user.id, 'live'), { text: 'cold coffee is over' })
  const hits = await search(user, { q: 'cold coffee', productId: jar.id })
  expect(hits.map(({ text }) => text).toSorted()).toEqual([
    'CEP "cold coffee 1"',
    'Noted by an agent: "cold coffee 1"',
    'Noted by the owner: "cold coffee is over"',
  ])
})

test('a search by an absent product or one of another user finds nothing, not even notes', async () => {
  const [user, other] = [await system().createUser(), await system().createUser()]
  const theirs = await makeProduct(system(), other)
  await post(other, '/api/agent/ceps', { cepText: 'cold coffee', productId: theirs.id })
  await writeNote(system().db, ownerOf(user.id, 'live'), { text: 'cold coffee' })
  for (const productId of [theirs.id, `prd_${'0'.repeat(22)}`, 'notes', 'nonsense'])
    expect([productId, await search(user, { q: 'cold coffee', productId })]).toEqual([productId, []])
})

test('pages list each hit once, best first', async () => {
  const user = await system().createUser()
  const owner = ownerOf(user.id, 'live')
  for (let i = 0; i < 7; i++) await writeNote(system().db, owner, { text: `cold coffee, thought ${i}` })
  const pages: Hit[][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await sendSearch(user, { q: 'cold coffee', limit: '3', ...(cursor && { cursor }) })
    const page = SearchPage.parse(body)
    pages.push(page.hits)
    cursor = page.nextCursor
  }
  expect(pages.map((page) => page.length)).toEqual([3, 3, 1])
  const scores = pages.flat().map(({ score }) => score)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(7)
})

test('a live key does not find notes of test keys', async () => {
  const user = await system().createUser()
  await writeNote(system().db, ownerOf(user.id, 'test'), { text: 'cold coffee' })
  expect(await search(user, { q: 'cold coffee' })).toEqual([])
})

test.each(['q=', 'limit=0', 'cursor=nonsense', 'cursor=MC4x', `q=${'x'.repeat(501)}`])(
  'the query %s is answered 400 with the parameter named',
  async (query) => {
    const [field = '', value = ''] = query.split('=')
    const { status, body } = await sendSearch(await system().createUser(), {
      q: 'cold coffee',
      [field]: value,
    })
    expect([status, body.code, body.field]).toEqual([400, 'invalid_request', field])
  },
)

test('a question of any 500 characters fits into a URL', async () => {
  const user = await system().createUser()
  for (const character of ['x', '漢', '😀'])
    expect(await search(user, { q: character.repeat(500) })).toEqual([])
  expect((await sendSearch(user, { q: 'x'.repeat(501) })).body.field).toBe('q')
})
