import { endpoints } from '@atelier/contract'
import { expect, test } from 'vitest'
import { createKey } from '../../src/access/identity/index.ts'
import { openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { testSessionSecurity } from './test-session-security.ts'

const system = useSharedSystem()

testSessionSecurity(endpoints.listEvents, { valid: async () => ({}) })

test('a user sees only own events, and no name of a key', async () => {
  const { call, db } = system()
  const [owner, otherUser] = [await openSession(db), await openSession(db)]
  const { key } = await createKey(db, owner.id, { name: 'canary' })
  const own = await call('GET', '/api/account/audit', { headers: owner.headers })
  const others = await call('GET', '/api/account/audit', { headers: otherUser.headers })
  expect(JSON.stringify(own.body)).toContain(key.id)
  expect(JSON.stringify(own.body)).not.toContain('canary')
  expect(JSON.stringify(others.body)).not.toContain(owner.id)
})
