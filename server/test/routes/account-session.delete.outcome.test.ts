import { expect, test } from 'vitest'
import { logIn } from '../../src/access/identity/index.ts'
import { openSession, PASSWORD, pageHeaders } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('logging out clears the cookie and ends the session, but not that of another browser', async () => {
  const { call, db } = system()
  const { email, headers } = await openSession(db)
  const other = await logIn(db, { email, password: PASSWORD }, undefined)
  const { status, body, headers: responseHeaders } = await call('DELETE', '/api/account/session', { headers })
  expect([status, body]).toEqual([200, { message: 'You are logged out.' }])
  expect(responseHeaders.get('set-cookie')).toBe(
    '__Host-sid=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax',
  )
  expect((await call('GET', '/api/account/session', { headers })).status).toBe(401)
  expect((await call('GET', '/api/account/session', { headers: pageHeaders(other.token) })).status).toBe(200)
})
