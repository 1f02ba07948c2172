import { ThresholdsAnswer, thresholdsByDefault } from '@atelier/contract'
import { expect, test } from 'vitest'
import { openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { makeMemoryOwner } from './make-memory-owner.ts'
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
