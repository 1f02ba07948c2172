import { HistoryPage, PatternPage } from '@atelier/contract'
import { expect, test } from 'vitest'
import { exportLines, importLines, type MemoryOwner, makeMemoryOwner } from '../routes/make-memory-owner.ts'
import { claim, observation, row, send } from '../routes/make-report.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const historyOf = async ({ apiKey }: MemoryOwner, query = '') => {
  const { status, body } = await system().call('GET', `/api/agent/knowledge/history${query}`, { key: apiKey })
  expect([status, body]).toEqual([200, expect.anything()])
  return HistoryPage.strict().parse(body).history
}

const report = async ({ apiKey }: { apiKey: string }, rows: object[], change: Record<string, unknown> = {}) =>
  expect((await send(system(), { apiKey }, observation(rows as never, change))).status).toBe(201)

const liftTest = {
  since: '2026-11-01',
  testPeople: 20_000,
  controlPeople: 10_000,
  testConversions: 150,
  controlConversions: 50,
}

test('a lift test stands beside the results, and changes no total, tier or evidence', async () => {
  const [user, other] = [await makeMemoryOwner(system().db), await makeMemoryOwner(system().db)]
  const days = ['2026-10-31', '2026-11-01', '2026-11-02']
  await report(
    user,
    days.map((day, at) => row(day, at === 2 ? { liftTest } : {})),
  )
  await report(
    other,
    days.map((day) => row(day)),
  )
  const [{ liftTest: shown, ...rest } = {} as never] = await historyOf(user)
  expect(shown).toEqual({
    windowStart: '2026-11-01',
    windowEnd: '2026-11-02',
    // 0.0075 by 0.005, and exp(+-1.2816 * sqrt(1/150 + 1/50)).
    liftPct: 50,
    lowPct: 21.6747,
    highPct: 84.9193,
    probability: 0.99349,
    incremental: 50,
    incrementalCpa: 1.62,
    incrementalRoas: 24.9486,
    testPeople: 20_000,
    controlPeople: 10_000,
    testConversions: 150,
    controlConversions: 50,
    source: expect.any(String),
  })
  const [plain] = await historyOf(other)
  expect(plain).not.toHaveProperty('liftTest')
  expect(rest).toEqual({ ...plain, id: rest.id, reportedAt: rest.reportedAt })
  expect((await historyOf(user, '?until=2026-10-31'))[0]?.liftTest).toEqual(shown)
})

test('who reads the day again does not take the test away; a newer test of the day replaces it', async () => {
  const user = await makeMemoryOwner(system().db)
  const ofDay = { ...liftTest, since: '2026-11-02' }
  await report(user, [row('2026-11-02', { liftTest: ofDay })])
  await report(user, [row('2026-11-02', { spend: 81, fetchedAt: '2026-11-05T00:00:00Z' })])
  expect((await historyOf(user))[0]).toMatchObject({ spend: 81, liftTest: { incrementalCpa: 1.62 } })
  const corrected = { ...ofDay, testConversions: 100 }
  await report(user, [row('2026-11-02', { liftTest: corrected, fetchedAt: '2026-11-06T00:00:00Z' })])
  expect((await historyOf(user))[0]?.liftTest).toMatchObject({
    liftPct: 0,
    probability: 0.5,
    incremental: 0,
    incrementalCpa: null,
    incrementalRoas: null,
  })
  await report(user, [row('2026-11-01', { liftTest, fetchedAt: '2026-11-07T00:00:00Z' })])
  expect((await historyOf(user))[0]?.liftTest).toMatchObject({
    windowEnd: '2026-11-02',
    testConversions: 100,
  })
})

test('what was caused has no cost while a day of the test has no row', async () => {
  const user = await makeMemoryOwner(system().db)
  await report(user, [row('2026-11-02', { liftTest })])
  const shown = async () => (await historyOf(user))[0]?.liftTest
  expect(await shown()).toMatchObject({ incremental: 50, incrementalCpa: null, incrementalRoas: null })
  await report(user, [row('2026-11-01')])
  expect(await shown()).toMatchObject({ incremental: 50, incrementalCpa: 1.62 })
})

test('with under five conversions in a group nothing is concluded', async () => {
  const user = await makeMemoryOwner(system().db)
  const few = { ...liftTest, controlConversions: 4 }
  await report(user, [row('2026-11-01'), row('2026-11-02', { liftTest: few })])
  expect((await historyOf(user))[0]?.liftTest).toMatchObject({
    liftPct: null,
    lowPct: null,
    highPct: null,
    probability: null,
    incremental: 142,
    incrementalCpa: null,
    incrementalRoas: null,
  })
})

test('a test is exported with its row and comes back, and a claim beside it stays a claim', async () => {
  const [from, to] = [await makeMemoryOwner(system().db), await makeMemoryOwner(system().db)]
  await report(from, [row('2026-11-02', { liftTest })])
  expect((await send(system(), from, claim())).body.report.evidence).toBe('claimed')
  const lines = await exportLines(system(), from)
  expect((await importLines(system(), to, lines)).status).toBe(200)
  expect(await exportLines(system(), to)).toBe(lines)
  expect((await historyOf(to))[0]?.liftTest).toEqual((await historyOf(from))[0]?.liftTest)
})

test.each([
  [{ since: '2026-11-03' }, 'rows[0].liftTest'],
  [{ controlPeople: 0 }, 'rows[0].liftTest'],
  [{ testConversions: -1 }, 'rows[0].liftTest'],
])('%o is refused', async (change, field) => {
  const user = await makeMemoryOwner(system().db)
  const { status, body } = await send(
    system(),
    user,
    observation([row('2026-11-02', { liftTest: { ...liftTest, ...change } })]),
  )
  expect([status, body.field]).toEqual([400, field])
})

test('a pattern has the margins and the lift tests of its ads together', async () => {
  const user = await makeMemoryOwner(system().db)
  const { body: made } = await system().call('POST', '/api/gen/products', {
    key: user.apiKey,
    body: { name: 'Mug' },
  })
  const productId = made.product.id
  const { body: cep } = await system().call('POST', '/api/agent/ceps', {
    key: user.apiKey,
    body: { productId, cepText: 'cold tea after ten minutes' },
  })
  const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04']
  for (const no of [1, 2, 3, 4]) {
    const rows = days.map((day, at) =>
      row(day, {
        conversions: 8,
        revenue: 400,
        ...(at < 2 && no < 4 && { margin: 200 }),
        ...(at === 3 && no < 3 && { liftTest: { ...liftTest, testConversions: no * 100 } }),
      }),
    )
    const about = { productId, cepId: cep.cep.id, platformAdId: `ad-${no}`, campaignName: `c${no % 2}` }
    await report(user, rows, about)
  }
  const { body } = await system().call('GET', '/api/agent/knowledge/patterns', { key: user.apiKey })
  const [pattern] = PatternPage.strict().parse(body).patterns
  expect(pattern?.sample.ads).toBe(4)
  expect(pattern?.profit).toEqual({
    margin: 1_200,
    profit: 957,
    poas: 4.93827,
    breakEvenRoas: 2,
    revenue: 2_400,
    spend: 243,
  })
  // The logarithms of 1 and 2, with weights 1/(1/100 + 1/50) and 1/(1/200 + 1/50).
  expect(pattern?.liftTest).toMatchObject({ tests: 2, liftPct: 45.948 })
  expect(pattern?.liftTest?.probability).toBeGreaterThan(0.99)
})
