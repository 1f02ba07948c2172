import { LogInAnswer, SessionAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { startFactor } from '../../src/edge/routes/account-factor.post.ts'
import { confirmFactor } from '../../src/edge/routes/account-factor-confirm.post.ts'
import { logIn } from '../../src/edge/routes/account-session.post.ts'
import { finishLogIn } from '../../src/edge/routes/account-session-code.post.ts'
import { codeOf } from '../authenticator.ts'
import { openSession, PASSWORD, pageHeaders } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { FACTOR_KEYS, randomNetworkAddress } from './test-entry-security.ts'

const system = useSharedSystem()
const url = useOwnApi([logIn, finishLogIn, startFactor, confirmFactor], {
  TRUST_PROXY: 'loopback',
  FACTOR_KEYS,
})

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  system().call('POST', `${url()}/api/account/${path}`, {
    headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': randomNetworkAddress(), ...headers },
    body,
  })

test('password and code open a session in two steps', async () => {
  const visitor = await openSession(system().db)
  const { secret } = (await post('factor', undefined, visitor.headers)).body
  await post('factor/confirm', { code: codeOf(secret, -1) }, visitor.headers)
  const first = await post('session', { email: visitor.email, password: PASSWORD })
  const { session, challenge } = LogInAnswer.parse(first.body)
  expect([first.status, session, challenge]).toEqual([201, null, expect.any(String)])
  const second = await post('session/code', { challenge, code: codeOf(secret) })
  expect(second.status).toBe(201)
  expect(SessionAnswer.parse(second.body).session.user.id).toBe(visitor.id)
  const token = /^__Host-sid=([\w-]+);/.exec(second.headers.get('set-cookie') ?? '')?.[1] ?? ''
  const headers = pageHeaders(token)
  expect((await system().call('GET', '/api/account/session', { headers })).status).toBe(200)
  // It is as fresh as a log-in with the password alone.
  const body = { name: 'made after both steps' }
  expect((await system().call('POST', '/api/account/keys', { headers, body })).status).toBe(201)
})

test('without a second factor the first step is the last', async () => {
  const { email } = await openSession(system().db)
  const { status, body } = await post('session', { email, password: PASSWORD })
  expect([status, body.challenge, body.session.user.email]).toEqual([201, null, email])
})
