import { expect, test } from 'vitest'
import { logIn } from '../../src/access/identity/index.ts'
import { linkReset } from '../../src/access/links/index.ts'
import { finishReset } from '../../src/edge/routes/account-reset-password.post.ts'
import { openSession, PASSWORD } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { randomNetworkAddress } from './test-entry-security.ts'

const system = useSharedSystem()
const url = useOwnApi([finishReset], { TRUST_PROXY: 'loopback' })
const password = 'walnut tuba canoe eleven'
const send = (body: object) => {
  const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': randomNetworkAddress() }
  return system().call('POST', `${url()}/api/account/reset/password`, { headers, body })
}
const tokenOf = async (id: string) =>
  (await linkReset(system().db, 'http://x', id))?.replace('http://x/reset#', '') ?? ''

test('a link sets the password once, and ends every session; the audit tells', async () => {
  const { db, call } = system()
  const { id, email, headers } = await openSession(db)
  const token = await tokenOf(id)
  const { status, body, headers: answered } = await send({ token, password })
  expect([status, body.message]).toEqual([201, expect.stringContaining('The password is set')])
  expect(answered.get('set-cookie')).toBeNull()
  expect((await call('GET', '/api/account/session', { headers })).status).toBe(401)
  await expect(logIn(db, { email, password: PASSWORD }, undefined)).rejects.toThrow('wrong')
  const { session } = await logIn(db, { email, password }, undefined)
  expect(session.user.id).toBe(id)
  expect((await send({ token, password: `${password} again` })).status).toBe(401)
  const events = await db.rows(
    `select action, actor_kind, actor_id from audit_events
     where user_id = $1 and action = 'user.password_changed'`,
    [id],
  )
  expect(events).toEqual([{ action: 'user.password_changed', actor_kind: 'session', actor_id: id }])
})

test.each([
  ['short', 'short'],
  ['a known one', 'qwertyuiop123'],
])('%s password is answered 400, and the link stays', async (_, known) => {
  const { id } = await openSession(system().db)
  const token = await tokenOf(id)
  const answer = await send({ token, password: known })
  expect([answer.status, answer.body.field]).toEqual([400, 'password'])
  expect((await send({ token, password })).status).toBe(201)
})

test('a password that is the own address is refused, too', async () => {
  const { id, email } = await openSession(system().db)
  const answer = await send({ token: await tokenOf(id), password: `${email.split('@')[0]}123` })
  expect([answer.status, answer.body.field]).toEqual([400, 'password'])
})
