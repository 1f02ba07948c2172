import { ResultDays } from '@atelier/contract'
import { expect, test } from 'vitest'
import { openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { observation, row } from './make-report.ts'

const system = useSharedSystem()

test('each day shows the reading that counts, oldest first', async () => {
  const { call, db } = system()
  const { headers } = await openSession(db)
  const send = (rows: Record<string, unknown>[]) =>
    call('POST', '/api/owner/live/agent/reports', { headers, body: observation(rows, { platformAdId: 'a' }) })
  await send([row('2026-11-11', { spend: 12.5 }), row('2026-11-10')])
  await send([row('2026-11-11', { spend: 13.75, fetchedAt: '2026-11-13T00:00:00Z' })])
  const { history } = (await call('GET', '/api/owner/live/agent/knowledge/history', { headers })).body
  const path = `/api/owner/live/history/${history[0].id}/days`
  const { days } = ResultDays.strict().parse((await call('GET', path, { headers })).body)
  expect(days.map(({ day, spend }) => [day, spend])).toEqual([
    ['2026-11-10', 40.5],
    ['2026-11-11', 13.75],
  ])
  expect(days[1]).toMatchObject({ source: 'owner', fetchedAt: '2026-11-13T00:00:00.000Z', clicks: 60 })
  expect(days.reduce((sum, { spend }) => sum + spend, 0)).toBe(history[0].spend)
  expect((await call('GET', path.replace('live', 'test'), { headers })).status).toBe(404)
})
