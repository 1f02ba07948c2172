import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'
import { openConsent, refresh, sendEncoded } from './oauth-flow.ts'

const system = useSharedSystem()

test('unknown tokens, codes and keys are answered alike and end nothing', async () => {
  const consent = await openConsent(system())
  const user = await system().createUser()
  for (const token of ['x', consent.code, user.apiKey, `${consent.access}x`, consent.key.id]) {
    const { status, body } = await sendEncoded(system(), '/oauth/revoke', { token })
    expect([status, body]).toEqual([200, {}])
  }
  expect((await refresh(system(), consent, consent.refreshToken)).status).toBe(200)
  expect((await system().call('GET', '/api/gen/credits', { key: user.apiKey })).status).toBe(200)
})

test('a request without a token is refused', async () => {
  const { status, body } = await sendEncoded(system(), '/oauth/revoke', {})
  expect([status, body.error]).toEqual([400, 'invalid_request'])
})
