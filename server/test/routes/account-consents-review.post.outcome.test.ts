import { AskedConsentAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'
import { openFlow } from './oauth-flow.ts'

const system = useSharedSystem()

async function review(change: Record<string, string | undefined> = {}) {
  const { visitor, request, client } = await openFlow(system(), change)
  const path = '/api/account/consents/review'
  const answer = await system().call('POST', path, { headers: visitor.headers, body: { request } })
  return { ...answer, client }
}

test('the owner sees who asks, where the codes go, and what for', async () => {
  const { status, body, client } = await review({ scope: 'openid knowledge read offline_access' })
  expect(status).toBe(200)
  expect(AskedConsentAnswer.parse(body).asked).toEqual({
    client: {
      id: client.client_id,
      name: 'Night agent',
      host: 'client.example',
      verifiedHost: null,
    },
    warnings: ['unverified'],
    scopes: ['read', 'knowledge'],
  })
})

test('without a known scope the owner chooses among all', async () => {
  for (const scope of [undefined, '', 'openid'])
    expect((await review({ scope })).body.asked.scopes).toEqual(['read', 'generate', 'cep', 'knowledge'])
})

test.each([
  ['response_type', 'token', 'unsupported_response_type'],
  ['code_challenge_method', undefined, 'invalid_request'],
  ['code_challenge_method', 'plain', 'invalid_request'],
  ['code_challenge', undefined, 'invalid_request'],
  ['resource', undefined, 'invalid_target'],
  ['resource', 'https://other.example/mcp', 'invalid_target'],
])('a wrong %s (%s) is told to the client, with its state and our name', async (field, value, error) => {
  const { status, body } = await review({ [field]: value })
  expect([status, body.code, body.field]).toEqual([400, 'invalid_request', field])
  const { origin, pathname, searchParams } = new URL(body.redirectTo)
  expect(origin + pathname).toBe('https://client.example/callback')
  expect(Object.fromEntries(searchParams)).toMatchObject({
    error,
    state: 'a state of the client',
    iss: system().baseUrl,
  })
})
