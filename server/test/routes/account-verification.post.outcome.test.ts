import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { logIn } from '../../src/access/identity/index.ts'
import { linkSignUp } from '../../src/access/links/index.ts'
import { verifyAddress } from '../../src/edge/routes/account-verification.post.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { randomNetworkAddress } from './test-entry-security.ts'

const system = useSharedSystem()
const url = useOwnApi([verifyAddress], { TRUST_PROXY: 'loopback', SIGN_UP: 'open' })
const password = 'walnut tuba canoe eleven'

test('the link of a sign-up makes the user with the password that is chosen then', async () => {
  const { db, call } = system()
  const email = `${randomBytes(8).toString('hex')}@atelier.test`
  const token = (await linkSignUp(db, 'http://x', email))?.replace('http://x/verification#', '')
  const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': randomNetworkAddress() }
  const send = (chosen: string) =>
    call('POST', `${url()}/api/account/verification`, { headers, body: { token, password: chosen } })
  expect((await send('qwertyuiop123')).body).toMatchObject({ code: 'invalid_request', field: 'password' })
  const answer = await send(password)
  expect([answer.status, answer.body.session.user]).toMatchObject([201, { email, role: 'user' }])
  expect(answer.headers.get('set-cookie')).toContain('__Host-sid=')
  const { session } = await logIn(db, { email, password }, undefined)
  expect(session.user.email).toBe(email)
})
