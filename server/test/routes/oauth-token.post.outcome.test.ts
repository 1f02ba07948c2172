import { TokenAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { newCallerResolver } from '../../src/access/identity/index.ts'
import { newBearerResolver } from '../../src/access/oauth/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { allow, exchange, openConsent, openFlow, refresh } from './oauth-flow.ts'

const system = useSharedSystem()

const whoIs = (text: string) => newBearerResolver(system().db, newCallerResolver(system().db))(text)

test('a code becomes tokens, which lead to the caller that the owner allowed', async () => {
  const flow = await openFlow(system())
  const limits = { dailyCreditLimit: 4_000, perJobCreditLimit: 800 }
  const { code, body: given } = await allow(system(), flow, { scopes: ['cep', 'read'], ...limits })
  const { status, body, headers } = await exchange(system(), flow, code)
  expect(status).toBe(200)
  expect(TokenAnswer.parse(body)).toMatchObject({ expires_in: 3_600, scope: 'read cep' })
  expect(headers.get('cache-control')).toBe('no-store')
  expect(await whoIs(body.access_token)).toEqual({
    owner: { userId: flow.visitor.id, mode: 'live' },
    keyId: given.key.id,
    keyName: 'Night agent',
    role: 'user',
    scopes: ['read', 'cep'],
    ...limits,
    testMix: null,
  })
})

test('a refresh gives the next refresh token and another access token', async () => {
  const consent = await openConsent(system(), { mode: 'test' })
  const { status, body } = await refresh(system(), consent, consent.refreshToken)
  expect(status).toBe(200)
  expect(body.refresh_token).not.toBe(consent.refreshToken)
  for (const token of [consent.access, body.access_token])
    expect(await whoIs(token)).toMatchObject({ keyId: consent.key.id, owner: { mode: 'test' } })
})

test('hosts that refresh in parallel all get in, with one next token', async () => {
  const consent = await openConsent(system())
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => refresh(system(), consent, consent.refreshToken)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
  expect(new Set(answers.map(({ body }) => body.access_token)).size).toBe(8)
  const next = answers[0]?.body.refresh_token
  expect((await refresh(system(), consent, next)).status).toBe(200)
})

test('a bearer that is a key leads to the same caller as everywhere', async () => {
  const { apiKey, id, keyId } = await system().createUser()
  expect(await whoIs(apiKey)).toMatchObject({ keyId, owner: { userId: id } })
})

test.each([
  [{ grant_type: 'password' }, 400, 'invalid_request'],
  [{ client_id: '' }, 401, 'invalid_client'],
  [{ resource: 'https://other.example/mcp' }, 400, 'invalid_target'],
])('a request with %j is answered %i in the words of OAuth', async (change, status, error) => {
  const flow = await openFlow(system())
  const { code } = await allow(system(), flow)
  const answer = await exchange(system(), flow, code, change)
  expect([answer.status, answer.body.error]).toEqual([status, error])
  expect(answer.body).toMatchObject({ charged: 'none', requestId: expect.any(String) })
  // Nothing was used up by that.
  expect((await exchange(system(), flow, code)).status).toBe(200)
})
