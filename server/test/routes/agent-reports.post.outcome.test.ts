import { ReportAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'
import { makeProduct } from './make-album.ts'
import { claim, observation, row, rowsOf, secondKey, send, seriesOf } from './make-report.ts'

const system = useSharedSystem()

test('rows are stored, and the answer counts what was accepted, replaced and ignored', async () => {
  const user = await system().createUser()
  const { status, body, headers } = await send(
    system(),
    user,
    observation([row('2026-11-01'), row('2026-11-02')]),
  )
  expect(status).toBe(201)
  expect(ReportAnswer.parse(body).report).toMatchObject({
    evidence: 'observed',
    accepted: 2,
    replaced: 0,
    ignored: 0,
  })
  expect(headers.get('x-ratelimit-remaining')).toBe('29')
  expect(await seriesOf(system().db, user)).toMatchObject([
    { days: 2, spend: 81, revenue: 242.5, first_day: '2026-11-01', last_day: '2026-11-02' },
  ])
})

test('a replay is answered with the same report and does not count', async () => {
  const user = await system().createUser()
  const body = observation([row('2026-11-01')])
  const first = await send(system(), user, body)
  const again = await send(system(), user, { ...body, unheardOf: 1 })
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  expect(first.headers.get('idempotent-replayed')).toBeNull()
  expect(JSON.stringify(again.body), 'the same text').toBe(JSON.stringify(first.body))
  expect(again.headers.get('x-ratelimit-remaining')).toBe('29')
  expect(await rowsOf(system().db, user)).toHaveLength(1)
})

test('another body under the same key is answered 409, not in flight', async () => {
  const user = await system().createUser()
  const body = observation([row('2026-11-01')])
  await send(system(), user, body)
  const other = await send(system(), user, { ...body, campaignName: 'spring' })
  expect([other.status, other.body.code, other.body.inFlight]).toEqual([409, 'idempotency_conflict', false])
  expect(other.headers.get('x-ratelimit-remaining')).toBe('28')
})

test('the same figures read at another time are a replay, and the first reading stays', async () => {
  const user = await system().createUser()
  const fetchedAt = '2026-11-02T06:00:00Z'
  const report = observation([row('2026-11-01')])
  const { fetchedAt: _, ...figures } = row('2026-11-01')
  const first = await send(system(), user, report)
  for (const later of [{ rows: [row('2026-11-01', { fetchedAt })] }, { rows: [figures], fetchedAt }]) {
    const again = await send(system(), user, { ...report, ...later })
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(again.body.report).toEqual(first.body.report)
  }
})

test('an idempotency key is free again after 30 days', async () => {
  const user = await system().createUser()
  const body = observation([row('2026-11-01')])
  const first = await send(system(), user, body)
  await system().db.row(
    `update report_keys set created_at = created_at - interval '31 days' from memories m
     where m.id = memory_id and user_id = $1`,
    [user.id],
  )
  const later = await send(system(), user, { ...body, campaignName: 'spring' })
  expect(later.status).toBe(201)
  expect(later.body.report.id).not.toBe(first.body.report.id)
  expect(later.body.report).toMatchObject({ accepted: 0, ignored: 1 })
})

test('the idempotency key may be a header; two different keys or none are answered 400', async () => {
  const user = await system().createUser()
  const { idempotencyKey, ...bare } = observation([row('2026-11-01')])
  const header = (key: string) => ({ 'idempotency-key': key })
  expect((await send(system(), user, bare, header('one'))).status).toBe(201)
  const both = await send(system(), user, { ...bare, idempotencyKey: 'one' }, header('one'))
  expect(both.headers.get('idempotent-replayed')).toBe('true')
  for (const [body, headers] of [
    [{ ...bare, idempotencyKey }, header('two')],
    [bare, {}],
    [bare, header('x'.repeat(201))],
  ] as const) {
    const { status, body: answer } = await send(system(), user, body, headers)
    expect([status, answer.code, answer.field]).toEqual([400, 'invalid_request', 'idempotencyKey'])
  }
})

test.each([
  ['clicks above impressions', { clicks: 4_001 }, 'rows[1].clicks'],
  ['a negative sum', { spend: -1 }, 'rows[1].spend'],
  ['a day that does not exist', { day: '2026-02-30' }, 'rows[1].day'],
  ['text instead of a number', { impressions: '10 views' }, 'rows[1].impressions'],
])('%s is answered 400 with the field named, counts, and stores nothing', async (_, wrong, field) => {
  const user = await system().createUser()
  const { status, body, headers } = await send(
    system(),
    user,
    observation([row('2026-11-01'), row('2026-11-02', wrong)]),
  )
  expect([status, body.code, body.field]).toEqual([400, 'invalid_request', field])
  expect(headers.get('x-ratelimit-remaining')).toBe('29')
  expect(await rowsOf(system().db, user)).toEqual([])
})

test('refused reports count; the 31st of a minute is answered 429, but a replay passes', async () => {
  const user = await system().createUser()
  const body = observation([row('2026-11-01')])
  await send(system(), user, body)
  for (let i = 0; i < 29; i++) {
    const invalid = await send(system(), user, observation([row('2026-11-01', { clicks: -1 })]))
    expect(invalid.headers.get('x-ratelimit-remaining')).toBe(String(28 - i))
  }
  const limited = await send(system(), user, observation([row('2026-11-02')]))
  expect([limited.status, limited.body.code]).toEqual([429, 'rate_limited'])
  expect(limited.headers.get('retry-after')).toBe(String(limited.body.retryAfterSeconds))
  expect((await send(system(), user, body)).status).toBe(201)
  expect(await rowsOf(system().db, user)).toHaveLength(1)
})

test('the newest reading wins, whatever the order of arrival', async () => {
  const readings = [1, 2, 3].map((n) => row('2026-11-01', { spend: n, fetchedAt: `2026-11-0${n}T06:00:00Z` }))
  const orders = [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ]
  for (const order of orders) {
    const user = await system().createUser()
    const outcomes: string[] = []
    for (const at of order) {
      const { report } = (await send(system(), user, observation([readings[at] ?? {}]))).body
      outcomes.push(report.accepted ? 'accepted' : report.replaced ? 'replaced' : 'ignored')
    }
    const newestSoFar = order.map((at, i) => at === Math.max(...order.slice(0, i + 1)))
    expect(outcomes).toEqual(
      newestSoFar.map((newest, i) => (i === 0 ? 'accepted' : newest ? 'replaced' : 'ignored')),
    )
    const stored = await rowsOf(system().db, user)
    expect(stored.filter((one) => one.is_current).map((one) => one.spend)).toEqual([3])
    expect(stored).toHaveLength(3)
    expect(await seriesOf(system().db, user)).toMatchObject([{ days: 1, spend: 3 }])
  }
})

test('of two equally new readings the first stays', async () => {
  const user = await system().createUser()
  await send(system(), user, observation([row('2026-11-01', { spend: 1 }), row('2026-11-01', { spend: 2 })]))
  const { body } = await send(system(), user, observation([row('2026-11-01', { spend: 3 })]))
  expect(body.report).toMatchObject({ accepted: 0, replaced: 0, ignored: 1 })
  expect(await seriesOf(system().db, user)).toMatchObject([{ days: 1, spend: 1 }])
})

test('a day whose currency changed moves to a new series that supersedes the old one', async () => {
  const user = await system().createUser()
  await send(system(), user, observation([row('2026-11-01')]))
  const later = { currency: 'usd', spend: 44, fetchedAt: '2026-11-03T06:00:00Z' }
  expect((await send(system(), user, observation([row('2026-11-01', later)]))).body.report.replaced).toBe(1)
  const [euros, dollars] = await seriesOf(system().db, user)
  expect(euros).toMatchObject({ currency: 'EUR', days: 0, spend: 0, superseded_by: dollars?.id })
  expect(dollars).toMatchObject({ currency: 'USD', days: 1, spend: 44, superseded_by: null })
})

test.each([
  ['2%', 'corroborated', 39.69],
  ['3%', 'observed', 39.285],
])('rows of a second key that differ by %s make the series %s', async (_, evidence, spend) => {
  const user = await system().createUser()
  const other = await secondKey(system().db, user)
  const days = ['2026-11-01', '2026-11-02']
  await send(system(), user, observation(days.map((day) => row(day))))
  await send(system(), user, observation(days.map((day) => row(day, { fetchedAt: '2026-11-09T00:00:00Z' }))))
  expect((await seriesOf(system().db, user))[0]?.evidence).toBe('observed')
  // Corroboration needs half of the days: one of two is enough.
  const { body } = await send(system(), other, observation([row('2026-11-02', { spend, revenue: 120 })]))
  expect(body.report).toMatchObject({ evidence, ignored: 1 })
})

test('an ad is linked to one media and its ingredients; another media is answered 400', async () => {
  const user = await system().createUser()
  const product = await makeProduct(system(), user)
  const [one, two] = await Promise.all(
    [{ productId: product.id, hook: 'stop' }, {}].map(
      async (more) => (await system().submit(user, { model: 'simulator/fail', ...more })).body.id,
    ),
  )
  await send(system(), user, observation([row('2026-11-01')], { generatedMediaId: one }))
  await send(system(), user, observation([row('2026-11-02')]))
  const refused = await send(system(), user, observation([row('2026-11-03')], { generatedMediaId: two }))
  expect([refused.status, refused.body.field]).toEqual([400, 'generatedMediaId'])
  // Without platformAdId, the report is about the ad that the media is linked to.
  await send(
    system(),
    user,
    observation([row('2026-11-04')], { platformAdId: undefined, generatedMediaId: one }),
  )
  const stored = await rowsOf(system().db, user)
  expect(stored.map((r) => [r.day, r.platform_ad_id, r.media_id])).toEqual(
    ['2026-11-01', '2026-11-02', '2026-11-04'].map((day) => [day, '120210', one]),
  )
  const ad = await system().db.row(`select hook, product_id, product_name from ads where media_id = $1`, [
    one,
  ])
  expect(ad).toEqual({ hook: 'stop', product_id: product.id, product_name: product.name })
})

test('a claim without rows stays claimed until the first observation takes over its series', async () => {
  const user = await system().createUser()
  const { body } = await send(system(), user, claim({ note: 'ran well' }))
  expect(body.report).toMatchObject({ evidence: 'claimed', accepted: 1, replaced: 0, ignored: 0 })
  expect(body.report.subjectEvidence).toBe('claimed')
  const [bare] = await seriesOf(system().db, user)
  expect(bare).toMatchObject({ evidence: 'claimed', currency: null, days: 0 })
  await send(system(), user, observation([row('2026-11-05'), row('2026-11-09')]))
  expect(await seriesOf(system().db, user)).toMatchObject([{ id: bare?.id, currency: 'EUR', days: 2 }])
  const stored = await system().db.row(
    `select series_id, is_comparable, covered_days, spend::float8, source, note from claims
     where report_id = $1`,
    [body.report.id],
  )
  const held = { series_id: bare?.id, is_comparable: true, covered_days: 1, spend: 40.5 }
  expect(stored).toEqual({ ...held, source: 'test', note: 'ran well' })
})

test('a claim supersedes an earlier one of the same key, metric and window', async () => {
  const user = await system().createUser()
  const other = await secondKey(system().db, user)
  const first = await send(system(), user, claim({ value: 5 }))
  const second = await send(system(), user, claim({ value: 4 }))
  await send(system(), other, claim({ value: 3 }))
  await send(system(), user, claim({ value: 2, metric: 'ctr' }))
  const claims = await system().db.rows(
    `select value, superseded_by from claims join memories m on m.id = memory_id where user_id = $1
     order by claims.id`,
    [user.id],
  )
  expect(claims).toEqual([
    { value: 5, superseded_by: second.body.report.id },
    { value: 4, superseded_by: null },
    { value: 3, superseded_by: null },
    { value: 2, superseded_by: null },
  ])
  expect(first.body.report.evidence).toBe('claimed')
})

test('a claim about an ad with rows is answered as a claim, and the ad keeps its evidence', async () => {
  const user = await system().createUser()
  const rows = await send(system(), user, observation([row('2026-11-05'), row('2026-11-06')]))
  expect(rows.body.report).toMatchObject({ evidence: 'observed', subjectEvidence: 'observed' })
  const { body } = await send(system(), user, claim())
  expect(body.report).toMatchObject({ accepted: 1, replaced: 0, ignored: 0 })
  expect(body.report).toMatchObject({ evidence: 'claimed', subjectEvidence: 'observed' })
  expect(body.message).toContain('compared with the rows')
})

test('an answer that was stored without the evidence of its subject is replayed with it', async () => {
  const user = await system().createUser()
  const report = observation([row('2026-11-01')])
  const first = await send(system(), user, report)
  await system().db.rows(
    `update report_keys set answer = answer #- '{report,subjectEvidence}'
     where memory_id in (select id from memories where user_id = $1)`,
    [user.id],
  )
  expect((await send(system(), user, report)).body).toEqual(first.body)
})

test('claims about a media and about an ad are merged once the two are linked', async () => {
  const user = await system().createUser()
  const media = (await system().submit(user, { model: 'simulator/fail' })).body.id
  const first = await send(system(), user, claim({ platformAdId: undefined, generatedMediaId: media }))
  const second = await send(system(), user, claim({ value: 4 }))
  const read = () =>
    system().db.rows(
      `select report_id, superseded_by from claims join memories m on m.id = memory_id where user_id = $1
       order by claims.id`,
      [user.id],
    )
  const [one, two] = [first, second].map(({ body }) => body.report.id)
  expect(await read()).toMatchObject([{ superseded_by: null }, { superseded_by: null }])
  await send(system(), user, observation([row('2026-11-01')], { generatedMediaId: media }))
  expect(await read()).toEqual([
    { report_id: one, superseded_by: two },
    { report_id: two, superseded_by: null },
  ])
})
