import { AccountEventPage } from '@atelier/contract'
import { expect, test } from 'vitest'
import { openAdminSession, openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('changes of all accounts are listed, also of one action, in pages', async () => {
  const { call, db } = system()
  const { headers } = await openAdminSession(db)
  const users = [await openSession(db), await openSession(db)]
  for (const { id } of users) await db.row(`update users set role = 'admin' where id = $1`, [id])
  const read = async (query: string) => {
    const { status, body } = await call('GET', `/api/admin/audit?${query}`, { headers })
    expect(status).toBe(200)
    return AccountEventPage.parse(body)
  }
  const { events } = await read('limit=100&action=user.role_changed')
  expect(new Set(events.map(({ action }) => action))).toEqual(new Set(['user.role_changed']))
  const found = events.map(({ userId }) => userId)
  for (const { id } of users) expect(found).toContain(id)
  expect(events[0]?.actor).toMatchObject({ kind: 'database', id: expect.any(String) })
  const first = await read('limit=1')
  const second = await read(`limit=1&cursor=${first.nextCursor}`)
  expect(second.events[0]?.id).not.toBe(first.events[0]?.id)
})
