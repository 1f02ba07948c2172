import { MediaDays } from '@atelier/contract'
import { expect, test } from 'vitest'
import { openSessionOf } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { makeMedia } from './make-order.ts'

const system = useSharedSystem()

test('jobs and files are counted by day and key', async () => {
  const { call, createUser, db } = system()
  const user = await createUser()
  const headers = await openSessionOf(db, user)
  const { createdAt } = await makeMedia(system(), user, { n: 2 })
  await makeMedia(system(), user, { model: 'simulator/fail' })
  const body = { prompt: 'x', model: 'simulator/hang' }
  await call('POST', '/api/owner/live/gen/image', { headers, body })
  const answer = await call('GET', '/api/owner/live/media/days', { headers })
  const { since, until, days } = MediaDays.parse(answer.body)
  const day = createdAt.slice(0, 10)
  const none = { day, videos: 0, stalled: 0 }
  expect(days).toEqual([
    { ...none, keyId: null, jobs: 1, images: 0, failed: 0, waiting: 1 },
    { ...none, keyId: user.keyId, jobs: 2, images: 2, failed: 1, waiting: 0 },
  ])
  expect(Date.parse(until) - Date.parse(since)).toBe(29 * 86_400_000)
  const before = await call('GET', '/api/owner/live/media/days?until=2020-01-31', { headers })
  expect(before.body).toEqual({ since: '2020-01-02', until: '2020-01-31', days: [] })
})

test('a media belongs to its UTC day, also at midnight', async () => {
  const { call, createUser, db } = system()
  const user = await createUser()
  const headers = await openSessionOf(db, user)
  const { id } = await makeMedia(system(), user, { model: 'simulator/fail' })
  await db.transaction(async (tx) => {
    await tx.row(`set local session_replication_role = replica`)
    await tx.row(`update media set created_at = '2026-03-01T00:00:00Z' where id = $1`, [id])
  })
  const count = async (query: string) =>
    (await call('GET', `/api/owner/live/media/days${query}`, { headers })).body.days.length
  expect(await count('?since=2026-02-28&until=2026-02-28')).toBe(0)
  expect(await count('?since=2026-03-01&until=2026-03-01')).toBe(1)
})
