import { HistoryPage, ThresholdsAnswer, thresholdsByDefault } from '@atelier/contract'
import { expect, test } from 'vitest'
import { openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { exportLines, makeMemoryOwner } from './make-memory-owner.ts'
import { observation, row, send } from './make-report.ts'

const system = useSharedSystem()

const change = (headers: Record<string, string>, body: object) =>
  system().call('PATCH', '/api/account/thresholds', { headers, body })

test('a change of one threshold keeps the others', async () => {
  const { headers } = await openSession(system().db)
  const first = await change(headers, { spend: 500 })
  expect(first.status).toBe(200)
  expect(ThresholdsAnswer.strict().parse(first.body).thresholds).toEqual({
    ...thresholdsByDefault,
    spend: 500,
  })
  const second = await change(headers, { spendInCpa: 2.5, days: 1 })
  expect(second.body.thresholds).toEqual({ ...thresholdsByDefault, spend: 500, spendInCpa: 2.5, days: 1 })
  expect((await change(headers, {})).body.thresholds).toEqual(second.body.thresholds)
})

test.each([
  ['spend', -1],
  ['spend', '5'],
  ['spend', 1e10],
  ['days', 181],
  ['impressions', null],
  ['targetRoas', 0],
  ['targetCpa', '5'],
])('%s: %j is answered 400 with the field named', async (field, value) => {
  const { headers } = await openSession(system().db)
  const { status, body } = await change(headers, { [field]: value })
  expect([status, body.code, body.field]).toEqual([400, 'invalid_request', field])
})

test('an ad is classified again at the first read after a threshold change', async () => {
  const { db, call } = system()
  const user = await makeMemoryOwner(db)
  const today = new Date()
  const days = [1, 2, 3, 4].map((ago) => new Date(+today - ago * 86_400_000).toISOString().slice(0, 10))
  await send(system(), user, observation(days.map((day) => row(day, { objective: 'traffic', clicks: 15 }))))
  const tier = async () =>
    (await call('GET', '/api/agent/knowledge/history', { key: user.apiKey })).body.history[0].tier
  expect(await tier()).toBe('unproven')
  await change(user.headers, { spend: 100 })
  expect(await tier()).toBe('promising')
})

test('with a target a winner below it is promising and says why; without it all is as before', async () => {
  const { db, call } = system()
  const user = await makeMemoryOwner(db)
  const daysAgo = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const report = (platformAdId: string, sums: Record<string, number>) =>
    send(
      system(),
      user,
      observation(
        [4, 5, 6, 7].map((ago) => row(daysAgo(ago), sums)),
        { platformAdId },
      ),
    )
  await report('usual', { spend: 1_000, conversions: 40, revenue: 2_000 })
  await report('best', { spend: 100, conversions: 10, revenue: 500 })
  const best = async () => {
    const { body } = await call('GET', '/api/agent/knowledge/history', { key: user.apiKey })
    return HistoryPage.strict()
      .parse(body)
      .history.find(({ platformAdId }) => platformAdId === 'best')
  }
  const before = await best()
  expect([before?.tier, before && 'tierReason' in before]).toEqual(['winner', false])
  expect((await change(user.headers, { targetRoas: 9 })).body.thresholds).toEqual({
    ...thresholdsByDefault,
    targetRoas: 9,
  })
  expect(await best()).toEqual({
    ...before,
    tier: 'promising',
    tierReason: 'better than usual, below target',
  })
  const [exported] = (await exportLines(system(), user)).split('\n')
  expect(JSON.parse(exported ?? '')).toEqual({ kind: 'thresholds', record: { targetRoas: 9 } })
  expect((await change(user.headers, { targetRoas: 3 })).body.thresholds.targetRoas).toBe(3)
  expect(await best()).toEqual(before)
  await change(user.headers, { targetRoas: 9 })
  expect((await change(user.headers, { targetRoas: null })).body.thresholds).toEqual(thresholdsByDefault)
  expect(await best()).toEqual(before)
})
