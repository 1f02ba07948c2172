import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { logIn } from '../../src/access/identity/index.ts'
import { signUp } from '../../src/edge/routes/account-sign-up.post.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { MAIL, randomNetworkAddress } from './test-entry-security.ts'

const system = useSharedSystem()
const open = useOwnApi([signUp], { TRUST_PROXY: 'loopback', SIGN_UP: 'open' })
const closed = useOwnApi([signUp], { TRUST_PROXY: 'loopback', SIGN_UP: 'closed' })
const byMail = useOwnApi([signUp], { TRUST_PROXY: 'loopback', SIGN_UP: 'open', ...MAIL })
const invited = useOwnApi([signUp], { TRUST_PROXY: 'loopback' })

const newEmail = () => `${randomBytes(8).toString('hex')}@atelier.test`
const send = (url: string, body: Record<string, unknown>) => {
  const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': randomNetworkAddress() }
  return system().call('POST', `${url}/api/account/sign-up`, { headers, body })
}
const password = 'walnut tuba canoe eleven'

test('where everybody may come in, a user is made who then logs in, as user and not as admin', async () => {
  const email = newEmail()
  const { status, headers } = await send(open(), { email: email.toUpperCase(), password, role: 'admin' })
  expect([status, headers.get('set-cookie')]).toEqual([201, null])
  const { session } = await logIn(system().db, { email, password }, undefined)
  expect(session.user).toMatchObject({ email, role: 'user' })
})

test('where mail is sent, nobody is made before the mail is opened, also with a password', async () => {
  const email = newEmail()
  for (const body of [{ email }, { email, password, language: 'zh' }]) {
    const { status, body: answer } = await send(byMail(), body)
    expect([status, answer.message]).toEqual([201, expect.stringContaining('mail')])
  }
  expect(await system().db.row(`select from users where email = $1`, [email])).toBeUndefined()
  const mails = await system().db.rows(`select kind, language, state, facts from mails where address = $1`, [
    email,
  ])
  expect(mails).toEqual([{ kind: 'verification', language: 'zh', state: 'waiting', facts: {} }])
})

test('where none is sent, a password is needed', async () => {
  const answer = await send(open(), { email: newEmail() })
  expect([answer.status, answer.body.field]).toEqual([400, 'password'])
})

test('elsewhere nobody signs up', async () => {
  for (const url of [closed(), invited()]) {
    const email = newEmail()
    expect((await send(url, { email, password })).status).toBe(404)
    expect(await system().db.row(`select from users where email = $1`, [email])).toBeUndefined()
  }
})

test.each([
  ['email', { email: 'nobody', password }],
  ['email', { email: 'a b@atelier.test', password }],
  ['password', { email: 'a@atelier.test', password: 'short' }],
  ['password', { email: 'a@atelier.test', password: 'qwertyuiop123' }],
  ['password', { email: 'zinnober@atelier.test', password: 'Zinnober2026!' }],
])('%s: %j is answered 400', async (field, body) => {
  const answer = await send(open(), body)
  expect([answer.status, answer.body.field]).toEqual([400, field])
})
