import { Session } from '@atelier/contract'
import { expect, test } from 'vitest'
import { ageSession, openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
const HOUR = 3_600_000

test('the session names its user and when it ends', async () => {
  const { call, db } = system()
  const visitor = await openSession(db)
  const { status, body } = await call('GET', '/api/account/session', { headers: visitor.headers })
  expect(status).toBe(200)
  const session = Session.parse(body.session)
  expect(session.user).toEqual({ id: visitor.id, email: visitor.email, role: 'user' })
  expect(Date.parse(session.expiresAt) - Date.now()).toBeGreaterThan(11.9 * HOUR)
  expect(Date.parse(session.expiresAt) - Date.now()).toBeLessThan(12.1 * HOUR)
})

test('use extends a session, but never beyond its seventh day', async () => {
  const { call, db } = system()
  const visitor = await openSession(db)
  const read = async () => {
    const { body } = await call('GET', '/api/account/session', { headers: visitor.headers })
    return Date.parse(body.session.expiresAt) - Date.now()
  }
  await ageSession(db, visitor, 'seen_at', '11 hours')
  expect(await read()).toBeLessThan(1.1 * HOUR)
  expect(await read()).toBeGreaterThan(11.9 * HOUR)
  await ageSession(db, visitor, 'created_at', '167 hours')
  expect(await read()).toBeLessThan(1.1 * HOUR)
})

test('the request counts as a read of the user', async () => {
  const { call, db } = system()
  const { headers } = await openSession(db)
  const { headers: responseHeaders } = await call('GET', '/api/account/session', { headers })
  expect([responseHeaders.get('x-ratelimit-limit'), responseHeaders.get('x-ratelimit-remaining')]).toEqual([
    '300',
    '299',
  ])
})
