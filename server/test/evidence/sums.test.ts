import { expect, test } from 'vitest'
import { weightOf } from '../../src/learning/statistics/index.ts'
import { claim, observation, row, secondKey, send, seriesOf } from '../routes/make-report.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const DAY_MS = 86_400_000

/** The UTC date of that many days ago. */
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

test('stored weights follow the rule at every age, and plain sums cover 180 days', async () => {
  const user = await system().createUser()
  const ages = [-1, 0, 1, 2, 3, 4, 5, 30, 31, 60, 130, 131, 179, 180, 200, 400]
  const rows = ages.map((age, i) =>
    row(daysAgo(age), {
      spend: 10 + i,
      impressions: 1_000 + i,
      clicks: i,
      conversions: i / 2,
      revenue: 3 * i,
    }),
  )
  expect((await send(system(), user, observation(rows))).status).toBe(201)
  const stored = await system().db.row<Record<string, number>>(
    `select weighted_spend, weighted_impressions, weighted_clicks, weighted_conversions, weighted_revenue,
       days, spend::float8, conversions::float8, order_days, order_squares
     from series s join memories m on m.id = memory_id where user_id = $1`,
    [user.id],
  )
  const weightedSum = (of: (i: number) => number) =>
    ages.reduce((sum, age, i) => sum + weightOf(Math.max(0, age - 1)) * of(i), 0)
  expect(stored?.weighted_spend).toBeCloseTo(
    weightedSum((i) => 10 + i),
    9,
  )
  expect(stored?.weighted_impressions).toBeCloseTo(
    weightedSum((i) => 1_000 + i),
    7,
  )
  expect(stored?.weighted_clicks).toBeCloseTo(
    weightedSum((i) => i),
    9,
  )
  expect(stored?.weighted_conversions).toBeCloseTo(
    weightedSum((i) => i / 2),
    9,
  )
  expect(stored?.weighted_revenue).toBeCloseTo(
    weightedSum((i) => 3 * i),
    9,
  )
  const recent = ages.map((age, i) => ({ age, i })).filter(({ age }) => age < 180)
  expect(stored).toMatchObject({
    days: recent.length,
    spend: recent.reduce((sum, { i }) => sum + 10 + i, 0),
    conversions: recent.reduce((sum, { i }) => sum + i / 2, 0),
    order_days: recent.length - 1,
  })
  expect(stored?.order_squares).toBeCloseTo(
    recent.reduce((sum, { i }) => sum + (i > 0 ? (3 * i) ** 2 / (i / 2) : 0), 0),
    9,
  )
})

test('the first read of a day stores the same sums as a report on that day', async () => {
  const user = await system().createUser()
  await send(system(), user, observation([0, 1, 40, 179, 181].map((age) => row(daysAgo(age)))))
  const read = async () => {
    const row = await system().db.row<{ stored: Record<string, unknown> }>(
      `select to_jsonb(s) - 'tier' - 'metric' - 'estimate' - 'low' - 'high' as stored
       from series s join memories m on m.id = s.memory_id where user_id = $1`,
      [user.id],
    )
    // Doubles added in a different order differ in the last digit.
    const digits = (value: unknown) => (typeof value === 'number' ? value.toPrecision(12) : value)
    return Object.entries(row?.stored ?? {}).map(([name, value]) => [name, digits(value)])
  }
  const made = await read()
  await system().db.row(
    `update series set summed_on = summed_on - 1, spend = 1, weighted_spend = 1, days = 1, order_days = 1
     from memories m where m.id = memory_id and user_id = $1`,
    [user.id],
  )
  await system().db.row(
    `update product_conclusions set concluded_on = concluded_on - 1 from memories m
     where m.id = memory_id and user_id = $1`,
    [user.id],
  )
  expect((await system().call('GET', '/api/agent/knowledge/history', { key: user.apiKey })).status).toBe(200)
  expect(await read()).toEqual(made)
})

test('a read that cannot get the lock returns the previous conclusions', { timeout: 15_000 }, async () => {
  const user = await system().createUser()
  await send(system(), user, observation([row(daysAgo(1))]))
  const connection = await system().db.connect()
  await connection.query('begin')
  await connection.query(`select from memories where user_id = $1 for update`, [user.id])
  const startedAt = performance.now()
  const { status, body } = await system().call('GET', '/api/agent/knowledge/history', { key: user.apiKey })
  expect(performance.now() - startedAt).toBeLessThan(4_500)
  expect([status, body.history.length]).toEqual([200, 1])
  await connection.query('rollback')
  await connection.end()
})

test('the largest accepted rows can be summed', async () => {
  const user = await system().createUser()
  const most = { spend: 1e12, impressions: 1e12, clicks: 1e12, conversions: 1e12, revenue: 1e12 }
  const rows = Array.from({ length: 170 }, (_, i) => row(daysAgo(i + 1), most))
  expect((await send(system(), user, observation(rows))).status).toBe(201)
  const { status, body } = await system().call('GET', '/api/agent/knowledge/history', { key: user.apiKey })
  expect([status, body.history[0].spend]).toEqual([200, 170e12])
})

test('rows older than the stored ones do not corroborate them', async () => {
  const user = await system().createUser()
  await send(system(), user, observation([row('2026-11-01', { fetchedAt: '2026-11-05T00:00:00Z' })]))
  const late = row('2026-11-01', { fetchedAt: '2026-11-04T00:00:00Z', currency: 'USD' })
  const { body } = await send(system(), user, observation([late]))
  expect(body.report).toMatchObject({ evidence: 'observed', accepted: 0, replaced: 0, ignored: 1 })
})

test('an ad that is seen too often is marked fatigued, and one that converts less declining', async () => {
  const user = await system().createUser()
  const days = Array.from({ length: 28 }, (_, i) => 28 - i)
  const rows = days.map((ago) =>
    row(daysAgo(ago), { reach7d: 5_000, conversions: ago > 7 ? 5 : 1, spend: 50 }),
  )
  await send(system(), user, observation(rows))
  const marked = await system().db.row(
    `select is_fatigued, is_declining from series s join memories m on m.id = memory_id where user_id = $1`,
    [user.id],
  )
  expect(marked).toEqual({ is_fatigued: true, is_declining: true })
})

test('an older reading from another source corroborates; one in another currency does not', async () => {
  const user = await system().createUser()
  const other = await secondKey(system().db, user)
  const early = { fetchedAt: '2026-10-01T00:00:00Z' }
  await send(system(), other, observation([row('2026-09-01', early)]))
  await send(system(), other, observation([row('2026-09-02', { ...early, currency: 'USD' })]))
  await send(
    system(),
    user,
    observation(
      ['2026-09-01', '2026-09-02', '2026-09-03'].map((day) =>
        row(day, {
          fetchedAt: '2026-10-02T00:00:00Z',
        }),
      ),
    ),
  )
  expect((await seriesOf(system().db, user))[0]?.evidence).toBe('observed')
  await send(system(), other, observation([row('2026-09-03', early)]))
  expect((await seriesOf(system().db, user))[0]?.evidence).toBe('corroborated')
})

test('a claim is checked against the series it names, else against the one that fits it best', async () => {
  const user = await system().createUser()
  const rows = [row('2026-11-01', { spend: 10 }), row('2026-11-02', { attribution: '1d_view', spend: 90 })]
  await send(system(), user, observation(rows))
  const sendClaim = async ({ value = '4.5', ...named }: Record<string, string>) => {
    const { body } = await send(system(), user, claim({ ...named, value: Number(value) }))
    return system().db.row<Record<string, unknown>>(
      `select attribution, is_comparable, covered_days, c.spend::float8
       from (select series_id, is_comparable, covered_days, spend from claims where report_id = $1) c
       join series s on s.id = series_id`,
      [body.report.id],
    )
  }
  // Neither has rows on half of the window, so neither can be compared: the one with the most spend is named.
  const most = { attribution: '1d_view', covered_days: 1, spend: 90 }
  expect(await sendClaim({})).toEqual({ ...most, is_comparable: true })
  expect(await sendClaim({ attribution: '7d_click', conversionType: 'purchase' })).toEqual({
    attribution: '7d_click',
    is_comparable: true,
    covered_days: 1,
    spend: 10,
  })
  expect(await sendClaim({ attribution: '28d_click' })).toEqual({ ...most, is_comparable: false })
  expect(await sendClaim({ windowEnd: '2026-11-01' })).toEqual({
    attribution: '7d_click',
    is_comparable: true,
    covered_days: 1,
    spend: 10,
  })
  // Both have a row on 2 November: the one whose ROAS is nearer to the claim.
  await send(system(), user, observation([row('2026-11-02', { spend: 100, revenue: 450 })]))
  const days = { windowStart: '2026-11-02', windowEnd: '2026-11-02' }
  expect((await sendClaim({ ...days, value: '4.4' }))?.attribution).toBe('7d_click')
  expect((await sendClaim({ ...days, value: '1.4' }))?.attribution).toBe('1d_view')
})

test('each report raises the revision of its products', async () => {
  const user = await system().createUser()
  const { body } = await system().call('POST', '/api/gen/products', {
    key: user.apiKey,
    body: { name: 'Mug' },
  })
  const productId = body.product.id
  await send(system(), user, observation([row('2026-11-01')]))
  await send(system(), user, observation([row('2026-11-02')], { productId }))
  await send(system(), user, observation([row('2026-11-03')]))
  const conclusions = await system().db.rows(
    `select product_id, revision from product_conclusions join memories m on m.id = memory_id
     where user_id = $1
     order by product_id`,
    [user.id],
  )
  expect(conclusions).toEqual([
    { product_id: '', revision: 2 },
    { product_id: productId, revision: 2 },
  ])
  const [series] = await system().db.rows(`select product_id from series where product_id = $1`, [productId])
  expect(series).toEqual({ product_id: productId })
})

test('results of a media and of an ad are merged when they are linked, and no day counts twice', async () => {
  const user = await system().createUser()
  const [media] = await Promise.all([system().submit(user, { model: 'simulator/fail', hook: 'stop' })])
  const ofMedia = { platformAdId: undefined, generatedMediaId: media?.body.id }
  const older = { fetchedAt: '2026-11-02T00:00:00Z' }
  const newer = { fetchedAt: '2026-11-03T00:00:00Z' }
  const claimed = await send(system(), user, claim({ ...ofMedia, value: 3 }))
  await send(
    system(),
    user,
    observation([row('2026-11-01', { ...older, spend: 1 }), row('2026-11-02')], ofMedia),
  )
  await send(system(), user, observation([row('2026-11-02', { currency: 'USD', ...older })], ofMedia))
  await send(system(), user, observation([row('2026-11-01', { ...newer, spend: 2 })]))
  expect(await seriesOf(system().db, user)).toHaveLength(3)
  await send(system(), user, observation([row('2026-11-03')], { generatedMediaId: media?.body.id }))
  const series = await seriesOf(system().db, user)
  expect(series.map(({ currency, days, spend }) => ({ currency, days, spend }))).toEqual([
    { currency: 'EUR', days: 3, spend: 2 + 40.5 + 40.5 },
    { currency: 'USD', days: 0, spend: 0 },
  ])
  expect(series[1]?.superseded_by).toBe(series[0]?.id)
  const checked = await system().db.row(`select series_id, covered_days from claims where report_id = $1`, [
    claimed.body.report.id,
  ])
  expect(checked).toEqual({ series_id: series[0]?.id, covered_days: 3 })
  const ads = await system().db.rows(
    `select platform_ad_id, hook from ads a join memories m on m.id = memory_id where user_id = $1`,
    [user.id],
  )
  expect(ads).toEqual([{ platform_ad_id: '120210', hook: 'stop' }])
})
