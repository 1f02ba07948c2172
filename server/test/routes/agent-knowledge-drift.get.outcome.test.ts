import { type DriftItem, DriftPage } from '@atelier/contract'
import { expect, test } from 'vitest'
import { createKey } from '../../src/access/identity/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'
import { makeProduct } from './make-album.ts'
import { daysAgo } from './make-results.ts'
import { balancing, rowOf, sendClaim, sendRows, spread } from './send-rows.ts'

const system = useSharedSystem()

async function page(who: Pick<TestUser, 'apiKey'>, query = '') {
  const { status, body } = await system().call('GET', `/api/agent/knowledge/drift?${query}`, {
    key: who.apiKey,
  })
  expect([status, body.code]).toEqual([200, undefined])
  return DriftPage.strict().parse(body)
}

const ofA = { spend: 600, conversions: 40, revenue: 2_600 }

/** So many ads like A of the worked examples, beside what makes the baseline that they have there. */
async function placeAds(who: TestUser, ids: string[]): Promise<string> {
  const productId = (await makeProduct(system(), who)).id
  await sendRows(system(), who, { productId }, [
    ...ids.flatMap((platformAdId) => spread(ofA, { platformAdId })),
    ...spread(balancing(ids.map(() => ofA)), { platformAdId: 'rest' }),
  ])
  return productId
}

const short = (value: number | null) => value && Number(value.toPrecision(3))
const byAd = (drift: DriftItem[], id: string) => drift.find((item) => item.subject.platformAdId === id)

test('the worked examples 14, 15, 16 and 18 get the verdicts of the specification', async () => {
  const who = await system().createUser()
  const productId = await placeAds(who, ['14', '15', '16', '18'])
  await sendClaim(system(), who, { platformAdId: '14', value: 6 })
  await sendClaim(system(), who, { platformAdId: '15', value: 6, conversions: 25 })
  await sendClaim(system(), who, { platformAdId: '16', value: 4.4 })
  await sendClaim(system(), who, { platformAdId: '18', value: 2.2 })
  const { drift, reporters } = await page(who)
  const told = (id: string) => {
    const item = byAd(drift, id)
    return item && [item.verdict, short(item.driftPct), short(item.confidence), item.driftScore]
  }
  expect(told('14')).toEqual(['overstated', -32.8, 0.931, -53])
  expect(told('15')?.[0]).toBe('inconclusive')
  expect(told('16')?.slice(0, 2)).toEqual(['confirmed', -8.31])
  expect(told('18')?.slice(0, 1)).toEqual(['understated'])
  expect(told('18')?.[3]).toBe(87)
  const item = byAd(drift, '14')
  expect(item).toMatchObject({
    subject: {
      platformAdId: '14',
      productId,
      windowStart: daysAgo(8),
      windowEnd: daysAgo(5),
      source: 'test',
    },
    metric: 'roas',
    claimed: 6,
  })
  expect([item?.observed, item?.observedRaw, item?.observedLow].map((one) => short(one ?? null))).toEqual([
    4.03, 4.33, 3.15,
  ])
  // Three could be compared, one of them held: (1 + 2) / (3 + 4). In the middle of the three is 16.
  expect(reporters).toHaveLength(1)
  expect(reporters[0]).toMatchObject({ source: 'test', comparable: 3, confirmed: 1, trust: 3 / 7 })
  expect(short(reporters[0]?.bias ?? null)).toBe(-0.0867)
})

test('a cost that is higher than claimed is overstated, as in the worked example 21', async () => {
  const who = await system().createUser()
  const row6 = { spend: 320, conversions: 18, revenue: 0 }
  const rows = [
    ...spread(row6, { platformAdId: 'lead' }),
    ...spread(balancing([row6]), { platformAdId: 'rest' }),
  ].map((row) => ({ ...row, objective: 'OUTCOME_LEADS' }))
  await sendRows(system(), who, {}, rows)
  await sendClaim(system(), who, { platformAdId: 'lead', metric: 'cpa', value: 12 })
  const [item] = (await page(who)).drift
  expect([
    item?.verdict,
    short(item?.observed ?? null),
    short(item?.driftPct ?? null),
    item?.driftScore,
  ]).toEqual(['overstated', 18.8, 56.7, -61])
})

test('what cannot be compared says why, and trusts nobody less', async () => {
  const who = await system().createUser()
  await placeAds(who, ['short', 'other', 'outside'])
  await sendRows(
    system(),
    who,
    {},
    [60, 61, 62].map((back) =>
      rowOf(back, { platformAdId: 'old', spend: 300, conversions: 20, revenue: 900 }),
    ),
  )
  await sendClaim(system(), who, { platformAdId: 'nobody', value: 6 })
  await sendClaim(system(), who, {
    platformAdId: 'short',
    value: 6,
    windowStart: daysAgo(30),
    windowEnd: daysAgo(1),
  })
  await sendClaim(system(), who, { platformAdId: 'other', value: 6, attribution: '1d_view' })
  await sendClaim(system(), who, {
    platformAdId: 'old',
    value: 6,
    windowStart: daysAgo(62),
    windowEnd: daysAgo(60),
  })
  await sendClaim(system(), who, {
    platformAdId: 'outside',
    value: 6,
    metric: 'roas',
    windowStart: daysAgo(9),
    windowEnd: daysAgo(9),
  })
  const { drift, reporters } = await page(who)
  const verdicts = Object.fromEntries(drift.map((item) => [item.subject.platformAdId, item.verdict]))
  expect(verdicts).toEqual({
    nobody: 'unverified',
    short: 'not_comparable',
    other: 'not_comparable',
    old: 'stale',
    outside: 'not_comparable',
  })
  expect(reporters).toEqual([{ source: 'test', comparable: 0, confirmed: 0, trust: 0.5, bias: null }])
})

test('a claim that was made anew counts once, and each reporter for itself', async () => {
  const who = await system().createUser()
  const other = { apiKey: (await createKey(system().db, who.id, { name: 'boaster' })).secret }
  await placeAds(who, ['ad'])
  await sendClaim(system(), who, { platformAdId: 'ad', value: 9 })
  await sendClaim(system(), who, { platformAdId: 'ad', value: 4 })
  await sendClaim(system(), other, { platformAdId: 'ad', value: 9 })
  const { drift, reporters } = await page(who)
  expect(drift.map(({ claimed, verdict, subject }) => [claimed, verdict, subject.source])).toEqual([
    [9, 'overstated', 'boaster'],
    [4, 'confirmed', 'test'],
  ])
  const trusts = Object.fromEntries(reporters.map(({ source, trust }) => [source, trust]))
  expect(trusts).toEqual({ boaster: 2 / 5, test: 3 / 5 })
})

test('pages go from the newest claim to the oldest, each once; product and verdict filter', async () => {
  const who = await system().createUser()
  const productId = await placeAds(who, ['true'])
  await sendClaim(system(), who, { platformAdId: 'true', value: 4 })
  for (let i = 0; i < 5; i++) await sendClaim(system(), who, { platformAdId: `said ${i}`, value: 2 })
  const pages: (string | null)[][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { drift, nextCursor } = await page(who, `limit=4${cursor && `&cursor=${cursor}`}`)
    pages.push(drift.map(({ subject }) => subject.platformAdId))
    cursor = nextCursor
  }
  expect(pages).toEqual([
    ['said 4', 'said 3', 'said 2', 'said 1'],
    ['said 0', 'true'],
  ])
  const found = async (query: string) =>
    (await page(who, query)).drift.map(({ subject }) => subject.platformAdId)
  expect(await found(`productId=${productId}`)).toEqual(['true'])
  expect(await found('verdict=confirmed')).toEqual(['true'])
  expect(await found(`productId=${productId}&verdict=unverified`)).toEqual([])
})

test('claims of another user and of a test key are not seen, nor do they touch trust', async () => {
  const [who, stranger] = [await system().createUser(), await system().createUser()]
  const rehearsal = {
    apiKey: (await createKey(system().db, who.id, { name: 'rehearsal', mode: 'test' })).secret,
  }
  await sendClaim(system(), stranger, { platformAdId: 'theirs', value: 6 })
  await sendClaim(system(), rehearsal, { platformAdId: 'tried', value: 6 })
  expect(await page(who)).toEqual({ drift: [], reporters: [], nextCursor: null })
})

test.each(['limit=101', 'cursor=nonsense', 'verdict=maybe'])(
  'the query %s is 400 and named',
  async (query) => {
    const { apiKey: key } = await system().createUser()
    const { status, body } = await system().call('GET', `/api/agent/knowledge/drift?${query}`, { key })
    expect([status, body.code, body.field]).toEqual([400, 'invalid_request', query.split('=')[0]])
  },
)
