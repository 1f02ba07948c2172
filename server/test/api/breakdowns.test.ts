import { HistoryPage } from '@atelier/contract'
import { expect, test } from 'vitest'
import { exportLines, importLines, type MemoryOwner, makeMemoryOwner } from '../routes/make-memory-owner.ts'
import { observation, row, send } from '../routes/make-report.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const part = (by: string, value: string, spend: number, conversions: number) => ({
  by,
  value,
  spend,
  impressions: spend * 100,
  clicks: spend,
  conversions,
  revenue: 40 * conversions,
})

const divided = [part('country', 'DE', 30, 2), part('country', 'AT', 10, 1), part('age', '25-34', 25, 3)]

const historyOf = async ({ apiKey }: MemoryOwner, query = '') => {
  const { status, body } = await system().call('GET', `/api/agent/knowledge/history${query}`, { key: apiKey })
  expect([status, body]).toEqual([200, expect.anything()])
  return HistoryPage.strict().parse(body).history
}

const report = async ({ apiKey }: { apiKey: string }, rows: object[]) =>
  expect((await send(system(), { apiKey }, observation(rows as never))).status).toBe(201)

test('parts are summed by themselves, and change nothing about the totals', async () => {
  const [user, other] = [await makeMemoryOwner(system().db), await makeMemoryOwner(system().db)]
  const days = ['2026-11-01', '2026-11-02', '2026-11-03']
  await report(
    user,
    days.map((day, at) => row(day, at < 2 ? { breakdowns: divided } : {})),
  )
  await report(
    other,
    days.map((day) => row(day)),
  )
  const [shown] = await historyOf(user)
  const { breakdowns, ...rest } = shown as NonNullable<typeof shown>
  expect(breakdowns).toEqual([
    { ...part('country', 'DE', 60, 4), ctr: 0.01, cpa: 15, roas: 2.66667 },
    { ...part('country', 'AT', 20, 2), ctr: 0.01, cpa: 10, roas: 4 },
    { ...part('age', '25-34', 50, 6), ctr: 0.01, cpa: 8.33333, roas: 4.8 },
  ])
  const [plain] = await historyOf(other)
  expect(plain).not.toHaveProperty('breakdowns')
  expect(rest).toEqual({ ...plain, id: rest.id, reportedAt: rest.reportedAt })
  expect((await historyOf(user, '?since=2026-11-03'))[0]).not.toHaveProperty('breakdowns')
  expect((await historyOf(user, '?until=2026-11-01'))[0]?.breakdowns?.[0]).toMatchObject({ spend: 30 })
})

test('a newer reading replaces the parts, and a second source confirms the totals without any', async () => {
  const user = await makeMemoryOwner(system().db)
  await report(user, [row('2026-11-01', { breakdowns: divided })])
  const later = { fetchedAt: '2026-11-04T00:00:00Z', breakdowns: [part('device', 'phone', 40, 3)] }
  await report(user, [row('2026-11-01', later)])
  expect((await historyOf(user))[0]?.breakdowns).toMatchObject([{ by: 'device', value: 'phone' }])
  await report(user.secondAgent, [row('2026-11-01', { fetchedAt: '2026-11-02T00:00:00Z' })])
  expect((await historyOf(user))[0]).toMatchObject({
    evidence: 'corroborated',
    breakdowns: [{ by: 'device' }],
  })
})

test('parts are exported with their row, and come back as they were', async () => {
  const [from, to] = [await makeMemoryOwner(system().db), await makeMemoryOwner(system().db)]
  await report(from, [row('2026-11-01', { breakdowns: divided })])
  const lines = await exportLines(system(), from)
  expect(JSON.parse(lines.split('\n')[1] ?? '').record.breakdowns).toEqual(divided)
  expect((await importLines(system(), to, lines)).status).toBe(200)
  expect(await exportLines(system(), to)).toBe(lines)
})

test('of many countries those with the most spend are shown', async () => {
  const user = await makeMemoryOwner(system().db)
  const countries = Array.from({ length: 40 }, (_, at) => part('country', `C${at}`, at / 20, 0))
  const phone = part('device', 'phone', 0.5, 0)
  const whole = countries.map((one) => ({ ...one, impressions: 40, clicks: 0 }))
  await report(user, [
    row('2026-11-01', { breakdowns: [...whole, { ...phone, impressions: 50, clicks: 1 }] }),
  ])
  const shown = (await historyOf(user))[0]?.breakdowns ?? []
  expect(shown).toHaveLength(26)
  expect(shown.slice(0, 2).map(({ value }) => value)).toEqual(['C39', 'C38'])
  expect(shown.at(-1)?.by).toBe('device')
})
