import { FactorAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { logIn } from '../../src/access/identity/index.ts'
import { switchOn } from '../authenticator.ts'
import { openSession, openSessionOf, PASSWORD } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('once it is off, the password is enough again and the recovery codes are gone', async () => {
  const { call, db } = system()
  const visitor = await openSession(db)
  await switchOn(system(), visitor)
  const { status, body } = await call('DELETE', '/api/account/factor', visitor)
  expect([status, FactorAnswer.parse(body).factor.on]).toEqual([200, false])
  await logIn(db, { email: visitor.email, password: PASSWORD }, undefined)
  expect(await db.rows(`select from recovery_codes where user_id = $1`, [visitor.id])).toEqual([])
  expect((await call('DELETE', '/api/account/factor', visitor)).status).toBe(404)
})

test('switching it off ends every other session', async () => {
  const { call, db } = system()
  const visitor = await openSession(db)
  await switchOn(system(), visitor)
  const elsewhere = await openSessionOf(db, visitor)
  const statuses = async () =>
    Promise.all(
      [visitor.headers, elsewhere].map(
        async (headers) => (await call('GET', '/api/account/session', { headers })).status,
      ),
    )
  expect(await statuses()).toEqual([200, 200])
  expect((await call('DELETE', '/api/account/factor', visitor)).status).toBe(200)
  expect(await statuses()).toEqual([200, 401])
})
