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

const report = async ({ apiKey }: { apiKey: string }, rows: object[]) =>
  expect((await send(system(), { apiKey }, observation(rows as never))).status).toBe(201)

test('profit is what is left after goods and spend, over the rows that say it', async () => {
  const [user, other] = [await makeMemoryOwner(system().db), await makeMemoryOwner(system().db)]
  const days = ['2026-11-01', '2026-11-02', '2026-11-03']
  const margins = [{ margin: 60.5 }, { margin: '-20.25' }, {}]
  await report(
    user,
    days.map((day, at) => row(day, margins[at])),
  )
  await report(
    other,
    days.map((day) => row(day)),
  )
  const [{ profit, ...rest } = {} as never] = await historyOf(user)
  expect(profit).toEqual({
    margin: 40.25,
    profit: -40.75,
    poas: 0.496914,
    breakEvenRoas: 6.02484,
    revenue: 242.5,
    spend: 81,
  })
  const [plain] = await historyOf(other)
  expect(rest).toEqual({ ...plain, id: rest.id, reportedAt: rest.reportedAt })
  expect(plain).not.toHaveProperty('profit')
  const [loss] = await historyOf(user, '?since=2026-11-02')
  expect(loss?.profit).toMatchObject({ margin: -20.25, breakEvenRoas: null, poas: -0.5 })
  expect((await historyOf(user, '?since=2026-11-03'))[0]).not.toHaveProperty('profit')
})

test('a margin above the revenue is refused, with the row named', async () => {
  const user = await makeMemoryOwner(system().db)
  const { status, body } = await send(system(), user, observation([row('2026-11-01', { margin: 121.26 })]))
  expect([status, body.field]).toEqual([400, 'rows[0].margin'])
})

test('margins are exported with their rows, and come from a CSV', async () => {
  const [from, to] = [await makeMemoryOwner(system().db), await makeMemoryOwner(system().db)]
  await report(from, [row('2026-11-01', { margin: -3.5, thruPlays: 20 })])
  const lines = await exportLines(system(), from)
  expect((await importLines(system(), to, lines)).status).toBe(200)
  expect(await exportLines(system(), to)).toBe(lines)
  expect((await historyOf(to))[0]?.profit).toEqual((await historyOf(from))[0]?.profit)
  const head = 'Ad ID,Day,Amount spent (EUR),Impressions,Clicks (all),Purchases,Purchases conversion value'
  const file = `${head},Gross profit\n7,2026-11-01,40,4000,60,3,120,60\n7,2026-11-02,40,4000,60,3,120,-10\n`
  const unknown = '7,2026-11-03,40,4000,60,3,120,\n'
  const sheet = await makeMemoryOwner(system().db)
  expect((await importLines(system(), sheet, file + unknown, 'text/csv')).body).toMatchObject({ imported: 3 })
  expect((await historyOf(sheet))[0]?.profit).toMatchObject({ margin: 50, spend: 80, revenue: 240 })
})

test('a margin above the revenue in a CSV is left out and told; the rest of its row counts', async () => {
  const sheet = await makeMemoryOwner(system().db)
  const head = 'Ad ID,Day,Amount spent (EUR),Impressions,Clicks (all),Results,Result indicator,Gross profit'
  const lead = '4000,60,3,actions:lead'
  const file = `${head}\n7,2026-11-01,40,${lead},60\n7,2026-11-02,40,${lead},\n7,2026-11-03,40,${lead},15\n`
  const answer = await importLines(system(), sheet, file, 'text/csv')
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      imported: 3,
      skipped: 0,
      message:
        '3 lines imported, 0 skipped because they are known. ' +
        'Margins above the revenue of their row, left out: 2, the first in line 2.',
    },
  ])
  const [series] = await historyOf(sheet)
  expect(series).toMatchObject({ spend: 120, conversions: 9 })
  expect(series).not.toHaveProperty('profit')
})

test('frequency is the impressions of seven days by the people reached in them', async () => {
  const user = await makeMemoryOwner(system().db)
  const days = ['2026-11-01', '2026-11-02', '2026-11-07', '2026-11-08', '2026-11-09']
  await report(
    user,
    days.map((day) => row(day, day === '2026-11-08' ? { reach7d: 5_000 } : {})),
  )
  expect((await historyOf(user))[0]?.frequency).toEqual({ value: 2.4, lastDay: '2026-11-08' })
  expect((await historyOf(user, '?since=2026-11-09'))[0]).not.toHaveProperty('frequency')
})
