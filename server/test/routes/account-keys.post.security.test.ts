import { endpoints } from '@atelier/contract'
import { testSessionSecurity } from './test-session-security.ts'

testSessionSecurity(endpoints.createKey, {
  valid: async () => ({ body: { name: 'night agent' } }),
  needsRecentPassword: true,
})
