import { expect, test } from 'vitest'
import { newCallerResolver } from '../../src/access/identity/index.ts'
import { newBearerResolver } from '../../src/access/oauth/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { openConsent, refresh, sendEncoded } from './oauth-flow.ts'

const system = useSharedSystem()

test.each(['access', 'refreshToken'] as const)('the %s of a consent ends it at once', async (which) => {
  const consent = await openConsent(system())
  const answer = await sendEncoded(system(), '/oauth/revoke', { token: consent[which] })
  expect([answer.status, answer.body]).toEqual([200, {}])
  const { db } = system()
  expect(await newBearerResolver(db, newCallerResolver(db))(consent.access)).toBe('unknown')
  expect((await refresh(system(), consent, consent.refreshToken)).body.error).toBe('invalid_grant')
  const { headers } = consent.visitor
  const { keys } = (await system().call('GET', '/api/account/keys', { headers })).body
  expect(keys[0]).toMatchObject({ id: consent.key.id, revokedAt: expect.any(String) })
})
