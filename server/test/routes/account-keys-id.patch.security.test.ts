import { endpoints } from '@atelier/contract'
import { createKey } from '../../src/access/identity/index.ts'
import { testSessionSecurity } from './test-session-security.ts'

testSessionSecurity(endpoints.changeKey, {
  valid: async ({ db }, { id }) => ({
    id: (await createKey(db, id, { name: 'agent' })).key.id,
    body: { name: 'night agent' },
  }),
})
