import { expect, test } from 'vitest'
import { openSession, openSessionOf } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('an ended session is refused at once, and the others stay', async () => {
  const { call, db } = system()
  const first = await openSession(db)
  const headers = await openSessionOf(db, first)
  const { sessions } = (await call('GET', '/api/account/sessions', { headers })).body
  const other = sessions.find(({ current }: { current: boolean }) => !current)
  expect((await call('DELETE', `/api/account/sessions/${other.id}`, { headers })).status).toBe(200)
  expect((await call('GET', '/api/account/session', first)).status).toBe(401)
  expect((await call('GET', '/api/account/session', { headers })).status).toBe(200)
  expect((await call('DELETE', `/api/account/sessions/${other.id}`, { headers })).status).toBe(404)
})
