import { OpenSessions } from '@atelier/contract'
import { expect, test } from 'vitest'
import { openSession, openSessionOf } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('all open sessions of the user are listed, and this one is marked', async () => {
  const { call, db } = system()
  const first = await openSession(db)
  const headers = await openSessionOf(db, first)
  await openSession(db)
  const { body } = await call('GET', '/api/account/sessions', { headers })
  const { sessions } = OpenSessions.parse(body)
  expect(sessions.map(({ current }) => current)).toEqual([true, false])
  await db.row(`update sessions set seen_at = now() - interval '12 hours' where user_id = $1`, [first.id])
  expect((await call('GET', '/api/account/sessions', { headers })).status).toBe(401)
})
