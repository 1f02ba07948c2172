import { endpoints } from '@atelier/contract'
import { expect, test } from 'vitest'
import { createKey } from '../../src/access/identity/index.ts'
import { openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { testSessionSecurity } from './test-session-security.ts'

const system = useSharedSystem()

testSessionSecurity(endpoints.listKeys, { valid: async () => ({}) })

test('a user sees only own keys, and no secret', async () => {
  const { call, db } = system()
  const [owner, otherUser] = [await openSession(db), await openSession(db)]
  const { key, secret } = await createKey(db, owner.id, { name: 'canary' })
  const own = await call('GET', '/api/account/keys', { headers: owner.headers })
  const others = await call('GET', '/api/account/keys', { headers: otherUser.headers })
  expect(own.body.keys).toEqual([{ ...key, spentToday: 0 }])
  expect(JSON.stringify(own.body)).not.toContain(secret)
  expect(others.body).toEqual({ keys: [] })
})
