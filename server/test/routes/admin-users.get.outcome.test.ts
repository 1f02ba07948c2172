import { UserPage } from '@atelier/contract'
import { expect, test } from 'vitest'
import { createKey } from '../../src/access/identity/index.ts'
import { switchOn } from '../authenticator.ts'
import { openAdminSession, openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('users are listed newest first, in pages, with what an operator needs and no more', async () => {
  const { call, db } = system()
  const { headers } = await openAdminSession(db)
  const user = await openSession(db)
  await createKey(db, user.id, { name: 'a name that is not shown' })
  await switchOn(system(), user)
  await db.row(`update users set suspended_at = now() where id = $1`, [user.id])
  const { status, body } = await call('GET', '/api/admin/users?limit=100', { headers })
  expect(status).toBe(200)
  const { users } = UserPage.parse(body)
  expect(users.find(({ id }) => id === user.id)).toMatchObject({
    email: user.email,
    role: 'user',
    activeKeys: 1,
    secondFactor: true,
    suspendedAt: expect.any(String),
    lastSeenAt: expect.any(String),
  })
  expect(JSON.stringify(body)).not.toContain('a name that is not shown')
  const first = (await call('GET', '/api/admin/users?limit=1', { headers })).body
  const next = (await call('GET', `/api/admin/users?limit=1&cursor=${first.nextCursor}`, { headers })).body
  expect(next.users[0].id).not.toBe(first.users[0].id)
  expect(next.users[0].createdAt <= first.users[0].createdAt).toBe(true)
  expect((await call('GET', '/api/admin/users?cursor=x', { headers })).status).toBe(400)
})
