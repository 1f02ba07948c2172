import { endpoints } from '@atelier/contract'
import { testSessionSecurity } from './test-session-security.ts'

testSessionSecurity(endpoints.writeNote, {
  valid: async () => ({ body: { text: 'hands work in winter' } }),
})
