import { HistoryPage, type HistoryRow } from '@atelier/contract'
import { expect, test } from 'vitest'
import { createKey } from '../../src/access/identity/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'
import { makeProduct } from './make-album.ts'
import { makeMedia } from './make-order.ts'
import { daysAgo } from './make-results.ts'
import { HALF_LIFE, restOfGroup, rowOf, sendClaim, sendRows, spread } from './send-rows.ts'

const system = useSharedSystem()

async function readPage(user: Pick<TestUser, 'apiKey'>, query = '') {
  const { status, body } = await system().call('GET', `/api/agent/knowledge/history?${query}`, {
    key: user.apiKey,
  })
  expect([status, body.code]).toEqual([200, undefined])
  return HistoryPage.strict().parse(body)
}

const readHistory = async (user: Pick<TestUser, 'apiKey'>, query = '') =>
  (await readPage(user, query)).history
const findByAd = (rows: HistoryRow[], platformAdId: string) =>
  rows.find((row) => row.platformAdId === platformAdId) as HistoryRow

test('worked examples A, B and D get the estimates and tiers of the specification', async () => {
  const user = await system().createUser()
  const productId = (await makeProduct(system(), user)).id
  // After 30, 60 and 90 days rows weigh 1/2, 1/4 and 1/8: A counts 600 spent, 40 orders, 2,600 revenue.
  const ofA = [
    { spend: 600, conversions: 40, revenue: 2_600 },
    { spend: 600, conversions: 40, revenue: 2_600 },
    { spend: 1_200, conversions: 80, revenue: 5_200 },
  ]
  const ofB = { spend: 40, conversions: 4, revenue: 320 }
  const ofD = { spend: 600, conversions: 24, revenue: 1_400 }
  const rest = restOfGroup([...ofA, ofB, ofD])
  await sendRows(system(), user, { productId }, [
    ...ofA.map((results, i) => rowOf(HALF_LIFE + 30 * i, { platformAdId: 'A', ...results })),
    rowOf(HALF_LIFE, { platformAdId: 'B', ...ofB }),
    rowOf(HALF_LIFE, { platformAdId: 'D', ...ofD }),
    rowOf(HALF_LIFE, { platformAdId: 'rest', ...rest }),
  ])
  const rows = await readHistory(user)
  expect(findByAd(rows, 'A')).toMatchObject({
    productId,
    objective: 'sales',
    currency: 'EUR',
    conversionType: 'purchase',
    attribution: '7d_click',
    windowStart: daysAgo(91),
    windowEnd: daysAgo(31),
    spend: 2_400,
    impressions: 15_000,
    clicks: 180,
    conversions: 160,
    revenue: 10_400,
    ctr: 0.012,
    cpa: 15,
    evidence: 'observed',
    source: 'test',
    supersededBy: null,
    claimed: null,
    drift: null,
    productName: 'Mug',
    hook: null,
    noCharacter: null,
    observed: { metric: 'roas', baseline: 2, lift: 2.01728, lastDay: daysAgo(31) },
  })
  expect(findByAd(rows, 'A').roas).toBe(4.33333)
  const summaryOf = (id: string) => {
    const { observed, tier } = findByAd(rows, id)
    return [observed?.value, observed?.low, observed?.high, tier].map((one) =>
      typeof one === 'number' ? Number(one.toPrecision(3)) : one,
    )
  }
  // Computed by hand for A: (43 / 675) * (2850 / 45), and 1.2816 * sqrt(1/43 + 0.64/45) to each side.
  expect(summaryOf('A')).toEqual([4.03, 3.15, 5.17, 'winner'])
  expect(summaryOf('B')).toEqual([3.08, 1.54, 6.16, 'promising'])
  expect([summaryOf('D')[0], summaryOf('D')[1], summaryOf('D')[3]]).toEqual([2.24, 1.48, 'unproven'])
})

test('a row names its product and its creative: hook, character and format', async () => {
  const user = await system().createUser()
  const product = await makeProduct(system(), user)
  const creative = { prompt: 'a mug', productId: product.id, hook: 'Cold again?' }
  const media = await makeMedia(system(), user, creative)
  await sendRows(system(), user, { generatedMediaId: media.id }, [rowOf(5, { spend: 10 })])
  const [row] = await readHistory(user)
  expect(row).toMatchObject({
    productId: product.id,
    productName: 'Mug',
    hook: 'Cold again?',
    characterId: null,
    characterName: null,
    noCharacter: true,
    mediaType: 'IMAGE',
    orientation: 'square',
  })
})

test('pages list each series once, most recently reported first', async () => {
  const user = await system().createUser()
  const ads = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => rowOf(5, { platformAdId: `ad ${from + i}`, spend: 1 }))
  // The series of one report share one timestamp and are ordered by id.
  await sendRows(system(), user, {}, ads(0, 42))
  for (const row of ads(42, 45)) await sendRows(system(), user, {}, [row])
  const pages: string[][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { history: rows, nextCursor } = await readPage(user, cursor && `cursor=${cursor}`)
    pages.push(rows.map((row) => row.platformAdId ?? ''))
    cursor = nextCursor
  }
  expect(pages.map((one) => one.length)).toEqual([20, 20, 5])
  expect(pages.flat().slice(0, 3)).toEqual(['ad 44', 'ad 43', 'ad 42'])
  expect(new Set(pages.flat()).size).toBe(45)
})

test('numbers are sums over the requested days, by default the last 180', async () => {
  const user = await system().createUser()
  await sendRows(system(), user, { platformAdId: 'ad' }, [
    rowOf(200, { spend: 1_000, conversions: 10, revenue: 1_000 }),
    rowOf(10, { spend: 0, conversions: 0, revenue: 0, impressions: 0, clicks: 0 }),
    rowOf(5, { spend: 20, conversions: 1, revenue: 50 }),
  ])
  const sums = async (query: string) => {
    const [row] = await readHistory(user, query)
    return row && [row.windowStart, row.windowEnd, row.spend, row.conversions, row.cpa, row.roas, row.ctr]
  }
  expect(await sums('')).toEqual([daysAgo(10), daysAgo(5), 20, 1, 20, 2.5, 0.012])
  expect(await sums(`since=${daysAgo(300)}`)).toEqual([
    daysAgo(200),
    daysAgo(5),
    1_020,
    11,
    92.7273,
    1.02941,
    0.012,
  ])
  // Ratios are null where the divisor is 0.
  expect(await sums(`until=${daysAgo(6)}`)).toEqual([daysAgo(10), daysAgo(10), 0, 0, null, null, null])
  expect(await sums(`since=${daysAgo(4)}`)).toBeUndefined()
  expect(await sums(`since=${daysAgo(100)}&until=${daysAgo(50)}`)).toBeUndefined()
})

test('a claim without rows has no numbers and is unproven, however much it claims', async () => {
  const user = await system().createUser()
  const productId = (await makeProduct(system(), user)).id
  await sendClaim(system(), user, {
    platformAdId: 'boasted',
    productId,
    value: 50,
    note: 'best ever',
    conversions: 900,
  })
  const [row] = await readHistory(user)
  expect(row).toMatchObject({
    platformAdId: 'boasted',
    productId,
    evidence: 'claimed',
    tier: 'unproven',
    observed: null,
    claimed: { metric: 'roas', value: 50, note: 'best ever', source: 'test' },
    drift: { verdict: 'unverified', claimed: 50, observed: null, driftScore: null },
  })
  for (const name of [
    'spend',
    'impressions',
    'conversions',
    'revenue',
    'roas',
    'cpa',
    'ctr',
    'windowStart',
  ] as const)
    expect([name, row?.[name]]).toEqual([name, null])
})

test('the first rows of a claimed ad keep its id, and the newest claim is shown', async () => {
  const user = await system().createUser()
  await sendClaim(system(), user, { platformAdId: 'ad', value: 3 })
  await sendClaim(system(), user, { platformAdId: 'ad', value: 4, metric: 'cpa' })
  const [before] = await readHistory(user)
  await sendRows(
    system(),
    user,
    { platformAdId: 'ad' },
    spread({ spend: 400, conversions: 40, revenue: 1_200 }),
  )
  const rows = await readHistory(user)
  expect(rows.map(({ id, evidence, claimed }) => [id, evidence, claimed?.value])).toEqual([
    [before?.id, 'observed', 4],
  ])
})

test('a newer reading of a day replaces the older one in the next answer', async () => {
  const user = await system().createUser()
  const read = async () => (await readHistory(user)).map(({ spend, tier }) => [spend, tier])
  await sendRows(system(), user, { platformAdId: 'ad' }, [
    rowOf(5, { spend: 10, fetchedAt: '2026-01-02T00:00:00Z' }),
  ])
  expect(await read()).toEqual([[10, 'unproven']])
  await sendRows(system(), user, { platformAdId: 'ad' }, [
    rowOf(5, { spend: 12, fetchedAt: '2026-01-03T00:00:00Z' }),
  ])
  expect(await read()).toEqual([[12, 'unproven']])
  await sendRows(system(), user, { platformAdId: 'ad' }, [
    rowOf(5, { spend: 9, fetchedAt: '2026-01-01T00:00:00Z' }),
  ])
  expect(await read()).toEqual([[12, 'unproven']])
})

test('rows reported again in another currency leave the old series naming its successor', async () => {
  const user = await system().createUser()
  const results = { platformAdId: 'ad', spend: 300, conversions: 6, revenue: 900 }
  const readAt = (fetchedAt: string, currency: string) =>
    sendRows(
      system(),
      user,
      {},
      [5, 6, 7].map((back) => rowOf(back, { ...results, currency, fetchedAt })),
    )
  await readAt('2026-01-02T00:00:00Z', 'EUR')
  expect((await readHistory(user)).map(({ tier }) => tier)).toEqual(['promising'])
  await readAt('2026-01-03T00:00:00Z', 'USD')
  const [now, before] = await readHistory(user)
  expect(now).toMatchObject({ currency: 'USD', spend: 900, tier: 'promising', supersededBy: null })
  const nothing = { spend: null, roas: null, observed: null, tier: 'unproven' }
  expect(before).toMatchObject({ currency: 'EUR', supersededBy: now?.id, ...nothing })
})

test('the history can be filtered by product, evidence and verdict, alone and combined', async () => {
  const user = await system().createUser()
  const other = await createKey(system().db, user.id, { name: 'other' })
  const [mug, cup] = [await makeProduct(system(), user), await makeProduct(system(), user, 'Cup')]
  const results = { spend: 600, conversions: 40, revenue: 2_600 }
  const rows = ['true', 'false', 'twice'].flatMap((platformAdId) => spread(results, { platformAdId }))
  await sendRows(system(), user, { productId: mug.id }, rows)
  await sendRows(system(), { apiKey: other.secret }, { productId: mug.id }, rows.slice(8))
  await sendClaim(system(), user, { platformAdId: 'true', value: 4.4 })
  await sendClaim(system(), user, { platformAdId: 'false', value: 9 })
  await sendClaim(system(), user, { platformAdId: 'said', productId: cup.id, value: 2 })
  const found = async (query: string) =>
    (await readHistory(user, query)).map((row) => row.platformAdId).sort()
  expect(await found('')).toEqual(['false', 'said', 'true', 'twice'])
  expect(await found(`productId=${cup.id}`)).toEqual(['said'])
  expect(await found('status=claimed')).toEqual(['said'])
  expect(await found('status=observed')).toEqual(['false', 'true'])
  expect(await found('status=corroborated')).toEqual(['twice'])
  expect(await found('verdict=confirmed')).toEqual(['true'])
  expect(await found('verdict=overstated')).toEqual(['false'])
  expect(await found('verdict=unverified')).toEqual(['said'])
  expect(await found(`verdict=unverified&productId=${mug.id}`)).toEqual([])
})

test('reports are visible only to their own user, and only to keys of the same mode', async () => {
  const [user, otherUser] = [await system().createUser(), await system().createUser()]
  const testKey = {
    apiKey: (await createKey(system().db, user.id, { name: 'test key', mode: 'test' })).secret,
  }
  await sendRows(system(), user, {}, [rowOf(5, { platformAdId: 'live', spend: 1 })])
  await sendRows(system(), testKey, {}, [rowOf(5, { platformAdId: 'test', spend: 1 })])
  const ads = async (one: Pick<TestUser, 'apiKey'>) => (await readHistory(one)).map((row) => row.platformAdId)
  expect([await ads(user), await ads(testKey), await ads(otherUser)]).toEqual([['live'], ['test'], []])
})

test.each(['limit=0', 'cursor=nonsense', 'since=yesterday', 'status=proven', 'verdict=maybe'])(
  'the query %s is answered 400 with the parameter named',
  async (query) => {
    const { apiKey: key } = await system().createUser()
    const { status, body } = await system().call('GET', `/api/agent/knowledge/history?${query}`, { key })
    expect([status, body.code, body.field]).toEqual([400, 'invalid_request', query.split('=')[0]])
  },
)
