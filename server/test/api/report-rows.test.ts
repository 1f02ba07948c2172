import { expect, test } from 'vitest'
import { observation, row, send, seriesOf } from '../routes/make-report.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const { currency, conversionType, attribution, objective, fetchedAt, ...figures } = row('2026-11-01')
const above = { currency, conversionType, attribution, objective }

test('rows share what is sent above them, and a row may differ', async () => {
  const user = await system().createUser()
  const rows = [figures, { ...figures, day: '2026-11-02', currency: 'USD' }]
  const { status, body } = await send(system(), user, observation(rows, { ...above, fetchedAt }))
  expect([status, body.report?.accepted]).toEqual([201, 2])
  expect(await seriesOf(system().db, user)).toMatchObject([{ currency: 'EUR' }, { currency: 'USD' }])
})

test('the numeric texts of the platform are stored as numbers', async () => {
  const user = await system().createUser()
  const texts = { spend: '46.15', impressions: '4600', clicks: '69', conversions: '3', revenue: '195.00' }
  const { status } = await send(system(), user, observation([{ ...figures, ...texts }], above))
  expect(status).toBe(201)
  expect(await seriesOf(system().db, user)).toMatchObject([{ spend: 46.15, revenue: 195 }])
})

test('a row without fetchedAt counts as read on arrival, and the newer one wins', async () => {
  const user = await system().createUser()
  const first = observation([{ ...figures, spend: 1 }], above)
  await send(system(), user, first)
  const { body } = await send(system(), user, observation([{ ...figures, spend: 2 }], above))
  expect(body.report).toMatchObject({ accepted: 0, replaced: 1, ignored: 0 })
  const again = await send(system(), user, first)
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  expect(await seriesOf(system().db, user)).toMatchObject([{ days: 1, spend: 2 }])
})

test('a report that lacks much is told everything at once', async () => {
  const user = await system().createUser()
  const { status, body } = await send(system(), user, observation([{ day: '2026-11-01', spend: 1 }]))
  expect([status, body.code, body.field]).toEqual([400, 'invalid_request', 'rows[0].impressions'])
  expect(body.fields).toEqual(
    ['impressions', 'clicks', 'conversions', 'revenue', ...Object.keys(above)].map(
      (name) => `rows[0].${name}`,
    ),
  )
})
