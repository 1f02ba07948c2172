import { endpoints } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'
import { openFlow } from './oauth-flow.ts'
import { testSessionSecurity } from './test-session-security.ts'

testSessionSecurity(endpoints.readAskedConsent, {
  valid: async (system) => ({ body: { request: (await openFlow(system)).request } }),
})

const system = useSharedSystem()

test('no browser is sent to an address that the client has not named, or to an unknown client', async () => {
  const wrong: Record<string, string | undefined>[] = [
    { client_id: 'cli_4cVbN0aRkQ2sX8mLtZ1yPw' },
    { client_id: 'https://127.0.0.1/client.json' },
    { client_id: undefined },
    ...[
      undefined,
      'https://client.example/callback?x',
      'https://client.example/callback/',
      'https://client.example/callback/../callback',
      'https://client.example:444/callback',
      'http://client.example/callback',
      'https://evil.example/callback',
      'https://client.example@evil.example/callback',
      'https://client.example.evil.example/callback',
      'https://client.example/callback#code',
      'javascript:alert(1)',
      'http://localhost/callback',
    ].map((redirect_uri) => ({ redirect_uri })),
  ]
  for (const change of wrong) {
    const { visitor, request } = await openFlow(system(), { ...change, response_type: 'token' })
    const answer = await system().call('POST', '/api/account/consents/review', {
      headers: visitor.headers,
      body: { request },
    })
    expect([change, answer.status, answer.body.redirectTo]).toEqual([change, 400, undefined])
  }
})

test('a parameter that is sent twice is refused', async () => {
  const { visitor, request } = await openFlow(system())
  const body = { request: `${request}&redirect_uri=https%3A%2F%2Fevil.example` }
  const answer = await system().call('POST', '/api/account/consents/review', {
    headers: visitor.headers,
    body,
  })
  expect([answer.status, answer.body.redirectTo]).toEqual([400, undefined])
})
