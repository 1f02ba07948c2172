import { endpoints } from '@atelier/contract'
import { createKey } from '../../src/access/identity/index.ts'
import { testSessionSecurity } from './test-session-security.ts'

testSessionSecurity(endpoints.rotateKey, {
  valid: async ({ db }, { id }) => ({ id: (await createKey(db, id, { name: 'old' })).key.id, body: {} }),
  needsRecentPassword: true,
})
