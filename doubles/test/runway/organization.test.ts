import { expect, test } from 'vitest'
import { type Runway, useRunway } from './use-runway.ts'

const startAt = Date.parse('2026-11-14T23:59:59Z')

const usage = async (double: Runway, body: object) =>
  (await (await double.call('POST', '/v1/organization/usage', body)).json()) as unknown

test('the organization shows balance, limits and the use of the day', async () => {
  const double = await useRunway({
    settings: { balanceMicroUsd: 10_000_000, concurrency: 2, dailyGenerations: null },
  })
  const read = async () => (await (await double.call('GET', '/v1/organization')).json()) as unknown
  await double.buy()
  expect(await read()).toMatchObject({
    creditBalance: 875,
    tier: {
      maxMonthlyCreditSpend: expect.any(Number),
      models: { seedance2_5: { maxConcurrentGenerations: 2, maxDailyGenerations: null } },
    },
    usage: { models: { seedance2_5: { dailyGenerations: 1 }, seedance2: { dailyGenerations: 0 } } },
  })
  await double.advance(60_000)
  expect(await read()).toMatchObject({ creditBalance: 880 })
})

test('the usage of a day is net of refunds and can be negative', async () => {
  const double = await useRunway({ startAt })
  await double.fault({ fault: 'fail', code: 'INTERNAL' })
  await double.buy()
  await double.buy({ model: 'seedance2' })
  await double.advance(60_000)
  expect(await usage(double, { startDate: '2026-11-01', beforeDate: '2026-11-16' })).toEqual({
    models: ['seedance2', 'seedance2_5'],
    results: [
      {
        date: '2026-11-14',
        usedCredits: [
          { model: 'seedance2_5', amount: 125 },
          { model: 'seedance2', amount: 104 },
        ],
      },
      {
        date: '2026-11-15',
        usedCredits: [
          { model: 'seedance2_5', amount: -125 },
          { model: 'seedance2', amount: -4 },
        ],
      },
    ],
  })
  expect(await usage(double, { startDate: '2026-11-01', beforeDate: '2026-11-14' })).toEqual({
    models: [],
    results: [],
  })
  expect(await usage(double, {})).toMatchObject({ results: [{ date: '2026-11-14' }] })
})

test.each([
  [{ startDate: '2026-11-15', beforeDate: '2026-11-15' }],
  [{ startDate: '2026-01-01', beforeDate: '2026-04-02' }],
  [{ startDate: '1 November' }],
  [{ startDate: '2026-13-99' }],
  [{ endDate: '2026-11-15' }],
])('the range %j is refused', async (body) => {
  const double = await useRunway()
  expect((await double.call('POST', '/v1/organization/usage', body)).status).toBe(400)
})
