import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { claim, observation, row, send } from '../routes/make-report.ts'
import { type TestUser, useSystem } from '../use-system.ts'

const system = useSystem({ DATABASE_POOL_SIZE: '4' })

/** Locks the memory of a user while `work` runs, as another process would. */
const whileLocked = <T>({ id }: TestUser, work: () => Promise<T>): Promise<T> =>
  system().app.db.transaction(async (tx) => {
    await tx.row(`select from memories where user_id = $1 for update`, [id])
    return work()
  })

const read = ({ apiKey: key }: TestUser, path: string) =>
  system().call('GET', `/api/agent/knowledge/${path}`, { key })

const waitingBackends = async (): Promise<number> => {
  const row = await system().app.db.row<{ count: number }>(
    `select count(*)::int from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row?.count ?? 0
}

test('a read that meets the lock returns the last conclusions and says from when', async () => {
  const user = await system().createUser()
  await send(system(), user, observation([row('2026-11-01')]))
  const before = await read(user, 'history')
  expect([before.status, before.body.concludedAt]).toEqual([200, undefined])
  await send(system(), user, observation([row('2026-11-02')]))
  await whileLocked(user, async () => {
    for (const path of ['history', 'patterns', 'drift', 'search?q=mug']) {
      const { status, body } = await read(user, path)
      expect([path, status, Date.parse(body.concludedAt) <= Date.now()]).toEqual([path, 200, true])
    }
    const { body } = await read(user, 'recall?q=mug')
    expect(Date.parse(body.recall.concludedAt)).toBeLessThanOrEqual(Date.now())
  })
  const after = await read(user, 'history')
  expect([after.body.concludedAt, after.body.history[0].windowEnd]).toEqual([undefined, '2026-11-02'])
})

test('before the first conclusion its time is null', async () => {
  const user = await system().createUser()
  await send(system(), user, claim())
  const { status, body } = await whileLocked(user, () => read(user, 'history'))
  expect([status, body.concludedAt, body.history.length]).toEqual([200, null, 1])
})

test('of one owner one transaction waits for the lock; other users keep their connections', async () => {
  const [owner, other] = [await system().createUser(), await system().createUser()]
  await send(system(), owner, observation([row('2026-11-01')]))
  const sent = await whileLocked(owner, async () => {
    const reads = Array.from({ length: 24 }, (_, i) => read(owner, i % 2 ? 'history' : 'patterns'))
    const reports = Array.from({ length: 12 }, (_, i) =>
      send(system(), owner, observation([row(`2026-10-${10 + i}`)])),
    )
    const waiting: number[] = []
    for (let i = 0; i < 20; i++) {
      const { status } = await system().call('GET', '/api/gen/credits', { key: other.apiKey })
      expect(status).toBe(200)
      waiting.push(await waitingBackends())
      await sleep(10)
    }
    expect(Math.max(...waiting)).toBe(1)
    return { reads, reports }
  })
  expect(new Set((await Promise.all(sent.reads)).map(({ status }) => status))).toEqual(new Set([200]))
  for (const { status, body, headers } of await Promise.all(sent.reports)) {
    if (status === 201) continue
    expect([status, body.code, body.charged]).toEqual([503, 'service_unavailable', 'none'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  }
})
