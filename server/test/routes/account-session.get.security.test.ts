import { endpoints } from '@atelier/contract'
import { expect, test } from 'vitest'
import { openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { testSessionSecurity } from './test-session-security.ts'

const system = useSharedSystem()

testSessionSecurity(endpoints.readSession, { valid: async () => ({}) })

test('a session cookie is not accepted where an API key is required', async () => {
  const { headers, token } = await openSession(system().db)
  for (const more of [{}, { 'x-api-key': token }, { authorization: `Bearer ${token}` }]) {
    const { status, body } = await system().call('GET', '/api/gen/credits', {
      headers: { ...headers, ...more },
    })
    expect([status, body.code]).toEqual([401, 'unauthorized'])
  }
})
