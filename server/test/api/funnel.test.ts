import { HistoryPage } from '@atelier/contract'
import { expect, test } from 'vitest'
import { exportLines, importLines, type MemoryOwner, makeMemoryOwner } from '../routes/make-memory-owner.ts'
import { observation, row, send } from '../routes/make-report.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const historyOf = async ({ apiKey }: MemoryOwner, query = '') => {
  const { status, body } = await system().call('GET', `/api/agent/knowledge/history${query}`, { key: apiKey })
  expect([status, body]).toEqual([200, expect.anything()])
  return HistoryPage.strict().parse(body).history
}

const report = async (user: MemoryOwner, rows: object[], change: Record<string, unknown> = {}) =>
  expect((await send(system(), user, observation(rows as never, change))).status).toBe(201)

const plays = { videoPlays: 3_600, threeSecondPlays: 1_200, thruPlays: 300 }
const visits = { outboundClicks: 50, landingPageViews: 40, addsToCart: 8, checkouts: 5, newCustomers: 2 }

test('history has the counts of the period and the rate of each step', async () => {
  const user = await makeMemoryOwner(system().db)
  await report(user, [
    row('2026-11-01', { ...plays, ...visits }),
    row('2026-11-02', { ...plays, thruPlays: 301 }),
    // Its impressions are in no rate of plays, because its plays are not known.
    row('2026-11-03', { impressions: 90_000 }),
  ])
  const [shown] = await historyOf(user)
  expect(shown?.funnel?.counts).toEqual({
    videoPlays: 7_200,
    threeSecondPlays: 2_400,
    thruPlays: 601,
    ...visits,
  })
  expect(shown?.funnel?.steps).toMatchObject([
    { step: 'hook', of: 8_000, reached: 2_400, rate: 0.3 },
    { step: 'hold', of: 2_400, reached: 601, rate: 0.250417 },
    { step: 'click', of: 4_000, reached: 50, rate: 0.0125 },
    { step: 'landing', of: 50, reached: 40, rate: 0.8 },
    { step: 'cart', of: 40, reached: 8, rate: 0.2 },
    { step: 'checkout', of: 8, reached: 5, rate: 0.625 },
    { step: 'purchase', of: 5, reached: 3, rate: 0.6 },
    { step: 'conversion', of: 40, reached: 3, rate: 0.075 },
  ])
  const [oneDay] = await historyOf(user, '?since=2026-11-02&until=2026-11-03')
  expect(oneDay?.funnel?.steps.map(({ step, of }) => [step, of])).toEqual([
    ['hook', 4_000],
    ['hold', 1_200],
  ])
  const [without] = await historyOf(user, '?since=2026-11-03&until=2026-11-03')
  expect(without).not.toHaveProperty('funnel')
})

test('a newer reading replaces the counts, an older one does not', async () => {
  const user = await makeMemoryOwner(system().db)
  await report(user, [row('2026-11-01', { thruPlays: 300, threeSecondPlays: 1_000 })])
  await report(user, [
    row('2026-11-01', { thruPlays: 450, threeSecondPlays: 1_000, fetchedAt: '2026-11-04T00:00:00Z' }),
  ])
  await report(user, [
    row('2026-11-01', { thruPlays: 10, threeSecondPlays: 1_000, fetchedAt: '2026-11-02T00:00:00Z' }),
  ])
  expect((await historyOf(user))[0]?.funnel?.counts).toEqual({ threeSecondPlays: 1_000, thruPlays: 450 })
  await report(user, [row('2026-11-01', { fetchedAt: '2026-11-05T00:00:00Z' })])
  expect((await historyOf(user))[0]).not.toHaveProperty('funnel')
})

test('where nothing of it was reported, the answer is as it was', async () => {
  const user = await makeMemoryOwner(system().db)
  await report(user, [row('2026-11-01', { reach7d: 900 })])
  expect((await historyOf(user))[0]).not.toHaveProperty('funnel')
  const stored = await system().db.rows(
    `select o.counts, s.funnel from observations o join series s on s.id = o.series_id
     join memories m on m.id = o.memory_id where user_id = $1`,
    [user.id],
  )
  expect(stored).toEqual([{ counts: null, funnel: null }])
})

test('counts are exported with their rows, and come back as they were', async () => {
  const [from, to] = [await makeMemoryOwner(system().db), await makeMemoryOwner(system().db)]
  await report(from, [row('2026-11-01', { ...plays, ...visits, addsToCart: 7.25 })])
  const lines = await exportLines(system(), from)
  expect(JSON.parse(lines.split('\n')[1] ?? '').record).toMatchObject({ ...plays, addsToCart: 7.25 })
  expect((await importLines(system(), to, lines)).status).toBe(200)
  expect(await exportLines(system(), to)).toBe(lines)
  expect((await historyOf(to))[0]?.funnel).toEqual((await historyOf(from))[0]?.funnel)
  const impossible = lines.replace('"thruPlays":300', '"thruPlays":1201')
  expect(JSON.stringify((await importLines(system(), to, impossible)).body)).toContain(
    'thruPlays must not be more than threeSecondPlays',
  )
})

test('a CSV with more columns adds counts to known days, one with fewer takes none away', async () => {
  const user = await makeMemoryOwner(system().db)
  const head = 'Ad ID,Day,Amount spent (EUR),Impressions,Clicks (all),Purchases,Purchases conversion value'
  const day = '120210,2026-11-01,40.5,4000,60,3,121.25'
  const send = async (file: string) => (await importLines(system(), user, file, 'text/csv')).body
  expect(await send(`${head}\n${day}\n`)).toMatchObject({ imported: 1, skipped: 0 })
  expect(await send(`${head},ThruPlays,Landing page views\n${day},300,40\n`)).toMatchObject({ imported: 1 })
  expect(await send(`${head}\n${day}\n`)).toMatchObject({ imported: 0, skipped: 1 })
  expect(await send(`${head},ThruPlays\n${day},300\n`)).toMatchObject({ imported: 0, skipped: 1 })
  expect((await historyOf(user))[0]?.funnel?.counts).toEqual({ thruPlays: 300, landingPageViews: 40 })
})

test('sums of the counts cover 180 days, also on the first read of a later day', async () => {
  const user = await makeMemoryOwner(system().db)
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  await report(
    user,
    [1, 179, 181].map((ago) => row(daysAgo(ago), plays)),
  )
  const stored = async () =>
    (
      await system().db.row<{ hook: number[] }>(
        `select funnel -> 'steps' -> 'hook' as hook from series s join memories m on m.id = s.memory_id
         where user_id = $1`,
        [user.id],
      )
    )?.hook
  expect(await stored()).toEqual([8_000, 2_400])
  await system().db.row(
    `update series set summed_on = summed_on - 1, funnel = '{"counts": {}, "steps": {}}' from memories m
     where m.id = memory_id and user_id = $1`,
    [user.id],
  )
  await system().db.row(
    `update product_conclusions set concluded_on = concluded_on - 1 from memories m
     where m.id = memory_id and user_id = $1`,
    [user.id],
  )
  await historyOf(user)
  expect(await stored()).toEqual([8_000, 2_400])
})
