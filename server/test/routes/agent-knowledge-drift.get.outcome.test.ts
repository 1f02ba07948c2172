import { type DriftItem, DriftPage } from '@atelier/contract'
import { expect, test } from 'vitest'
import { createKey } from '../../src/access/identity/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'
import { makeProduct } from './make-album.ts'
import { daysAgo } from './make-results.ts'
import { restOfGroup, rowOf, sendClaim, sendRows, spread } from './send-rows.ts'

const system = useSharedSystem()

async function readPage(user: Pick<TestUser, 'apiKey'>, query = '') {
  const { status, body } = await system().call('GET', `/api/agent/knowledge/drift?${query}`, {
    key: user.apiKey,
  })
  expect([status, body.code]).toEqual([200, undefined])
  return DriftPage.strict().parse(body)
}

const resultsOfA = { spend: 600, conversions: 40, revenue: 2_600 }

/** Reports ads with the results of A in the worked examples, plus one ad that sets their baseline. */
async function reportAds(user: TestUser, ids: string[]): Promise<string> {
  const productId = (await makeProduct(system(), user)).id
  await sendRows(system(), user, { productId }, [
    ...ids.flatMap((platformAdId) => spread(resultsOfA, { platformAdId })),
    ...spread(restOfGroup(ids.map(() => resultsOfA)), { platformAdId: 'rest' }),
  ])
  return productId
}

const round3 = (value: number | null) => value && Number(value.toPrecision(3))
const findByAd = (drift: DriftItem[], id: string) => drift.find((item) => item.subject.platformAdId === id)

test('worked examples 14, 15, 16 and 18 get the verdicts of the specification', async () => {
  const user = await system().createUser()
  const productId = await reportAds(user, ['14', '15', '16', '18'])
  await sendClaim(system(), user, { platformAdId: '14', value: 6 })
  await sendClaim(system(), user, { platformAdId: '15', value: 6, conversions: 25 })
  await sendClaim(system(), user, { platformAdId: '16', value: 4.4 })
  await sendClaim(system(), user, { platformAdId: '18', value: 2.2 })
  const { drift, reporters } = await readPage(user)
  const summaryOf = (id: string) => {
    const item = findByAd(drift, id)
    return item && [item.verdict, round3(item.driftPct), round3(item.confidence), item.driftScore]
  }
  expect(summaryOf('14')).toEqual(['overstated', -32.8, 0.931, -53])
  // Its confidence is too low to state a distance.
  expect(summaryOf('15')).toEqual(['inconclusive', null, expect.any(Number), null])
  expect(summaryOf('16')?.slice(0, 2)).toEqual(['confirmed', -8.31])
  expect(summaryOf('18')?.slice(0, 1)).toEqual(['understated'])
  expect(summaryOf('18')?.[3]).toBe(87)
  const item = findByAd(drift, '14')
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
  expect([item?.observed, item?.observedRaw, item?.observedLow].map((one) => round3(one ?? null))).toEqual([
    4.03, 4.33, 3.15,
  ])
  // Three claims are comparable and one is confirmed: (1 + 2) / (3 + 4). The median is claim 16.
  expect(reporters).toHaveLength(1)
  expect(reporters[0]).toMatchObject({
    source: 'test',
    comparable: 3,
    confirmed: 1,
    trust: 0.42857,
    biasPct: expect.closeTo(-8.31, 1),
  })
  expect(round3(reporters[0]?.bias ?? null)).toBe(-0.0867)
})

test('a cost higher than claimed is overstated, as in worked example 21', async () => {
  const user = await system().createUser()
  const row6 = { spend: 320, conversions: 18, revenue: 0 }
  const rows = [
    ...spread(row6, { platformAdId: 'lead' }),
    ...spread(restOfGroup([row6]), { platformAdId: 'rest' }),
  ].map((row) => ({ ...row, objective: 'OUTCOME_LEADS' }))
  await sendRows(system(), user, {}, rows)
  await sendClaim(system(), user, { platformAdId: 'lead', metric: 'cpa', value: 12 })
  const [item] = (await readPage(user)).drift
  expect([
    item?.verdict,
    round3(item?.observed ?? null),
    round3(item?.driftPct ?? null),
    item?.driftScore,
  ]).toEqual(['overstated', 18.8, 56.7, -61])
})

test('a claim that cannot be compared says why and does not lower trust', async () => {
  const user = await system().createUser()
  await reportAds(user, ['short', 'other', 'outside'])
  await sendRows(
    system(),
    user,
    {},
    [60, 61, 62].map((back) =>
      rowOf(back, { platformAdId: 'old', spend: 300, conversions: 20, revenue: 900 }),
    ),
  )
  await sendClaim(system(), user, { platformAdId: 'unreported', value: 6 })
  await sendClaim(system(), user, {
    platformAdId: 'short',
    value: 6,
    windowStart: daysAgo(30),
    windowEnd: daysAgo(1),
  })
  await sendClaim(system(), user, { platformAdId: 'other', value: 6, attribution: '1d_view' })
  await sendClaim(system(), user, {
    platformAdId: 'old',
    value: 6,
    windowStart: daysAgo(62),
    windowEnd: daysAgo(60),
  })
  await sendClaim(system(), user, {
    platformAdId: 'outside',
    value: 6,
    metric: 'roas',
    windowStart: daysAgo(9),
    windowEnd: daysAgo(9),
  })
  const { drift, reporters } = await readPage(user)
  const verdicts = Object.fromEntries(drift.map((item) => [item.subject.platformAdId, item.verdict]))
  expect(verdicts).toEqual({
    unreported: 'unverified',
    short: 'not_comparable',
    other: 'not_comparable',
    old: 'stale',
    outside: 'not_comparable',
  })
  expect(reporters).toEqual([
    { source: 'test', comparable: 0, confirmed: 0, trust: 0.5, biasPct: null, bias: null },
  ])
})

test('a claim without attribution is judged by the series that fits it, if none contradicts', async () => {
  const user = await system().createUser()
  await reportAds(user, ['honest', 'exact', 'boasting'])
  // By another attribution, with more spend, the same ads brought far less.
  const worse = { spend: 1_200, conversions: 40, revenue: 1_300 }
  await sendRows(
    system(),
    user,
    {},
    ['honest', 'exact', 'boasting'].flatMap((platformAdId) =>
      spread(worse, { platformAdId, attribution: '1d_view' }),
    ),
  )
  await sendClaim(system(), user, { platformAdId: 'honest', value: 4.2 })
  await sendClaim(system(), user, { platformAdId: 'exact', value: 4.2, attribution: '7d_click' })
  await sendClaim(system(), user, { platformAdId: 'boasting', value: 9 })
  const { drift, reporters } = await readPage(user)
  const verdictOf = (id: string) => findByAd(drift, id)?.verdict
  expect(['honest', 'exact', 'boasting'].map(verdictOf)).toEqual([
    'not_comparable',
    'confirmed',
    'overstated',
  ])
  // Both series say that 9 is too much; the one that is nearer to it is shown.
  expect(findByAd(drift, 'boasting')?.observedRaw).toBe(4.33333)
  expect(reporters).toMatchObject([{ comparable: 2, confirmed: 1 }])
})

test('a claim about a month ago is not stale while its ad runs', async () => {
  const user = await system().createUser()
  const results = { platformAdId: 'ad', spend: 300, conversions: 20, revenue: 900 }
  await sendRows(
    system(),
    user,
    {},
    [60, 61, 62, 5].map((back) => rowOf(back, results)),
  )
  const window = { windowStart: daysAgo(62), windowEnd: daysAgo(60) }
  await sendClaim(system(), user, { platformAdId: 'ad', value: 3, ...window })
  expect((await readPage(user)).drift.map(({ verdict }) => verdict)).toEqual(['confirmed'])
})

test('a repeated claim counts once, and each reporter is judged separately', async () => {
  const user = await system().createUser()
  const other = { apiKey: (await createKey(system().db, user.id, { name: 'boaster' })).secret }
  await reportAds(user, ['ad'])
  await sendClaim(system(), user, { platformAdId: 'ad', value: 9 })
  await sendClaim(system(), user, { platformAdId: 'ad', value: 4 })
  await sendClaim(system(), other, { platformAdId: 'ad', value: 9 })
  const { drift, reporters } = await readPage(user)
  expect(drift.map(({ claimed, verdict, subject }) => [claimed, verdict, subject.source])).toEqual([
    [9, 'overstated', 'boaster'],
    [4, 'confirmed', 'test'],
  ])
  const trusts = Object.fromEntries(reporters.map(({ source, trust }) => [source, trust]))
  expect(trusts).toEqual({ boaster: 2 / 5, test: 3 / 5 })
})

test('pages list each claim once, newest first, and can be filtered by product and verdict', async () => {
  const user = await system().createUser()
  const productId = await reportAds(user, ['true'])
  await sendClaim(system(), user, { platformAdId: 'true', value: 4 })
  for (let i = 0; i < 5; i++) await sendClaim(system(), user, { platformAdId: `said ${i}`, value: 2 })
  const pages: (string | null)[][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { drift, nextCursor } = await readPage(user, `limit=4${cursor && `&cursor=${cursor}`}`)
    pages.push(drift.map(({ subject }) => subject.platformAdId))
    cursor = nextCursor
  }
  expect(pages).toEqual([
    ['said 4', 'said 3', 'said 2', 'said 1'],
    ['said 0', 'true'],
  ])
  const found = async (query: string) =>
    (await readPage(user, query)).drift.map(({ subject }) => subject.platformAdId)
  expect(await found(`productId=${productId}`)).toEqual(['true'])
  expect(await found('verdict=confirmed')).toEqual(['true'])
  expect(await found(`productId=${productId}&verdict=unverified`)).toEqual([])
})

test('claims of another user and of a test key are not listed and do not affect trust', async () => {
  const [user, otherUser] = [await system().createUser(), await system().createUser()]
  const testKey = {
    apiKey: (await createKey(system().db, user.id, { name: 'test key', mode: 'test' })).secret,
  }
  await sendClaim(system(), otherUser, { platformAdId: 'theirs', value: 6 })
  await sendClaim(system(), testKey, { platformAdId: 'tried', value: 6 })
  expect(await readPage(user)).toEqual({ drift: [], reporters: [], nextCursor: null })
})

test.each(['limit=101', 'cursor=nonsense', 'verdict=maybe'])(
  'the query %s is answered 400 with the parameter named',
  async (query) => {
    const { apiKey: key } = await system().createUser()
    const { status, body } = await system().call('GET', `/api/agent/knowledge/drift?${query}`, { key })
    expect([status, body.code, body.field]).toEqual([400, 'invalid_request', query.split('=')[0]])
  },
)
