import { endpoints } from '@atelier/contract'
import { testSessionSecurity } from './test-session-security.ts'

testSessionSecurity(endpoints.startCheckout, { valid: async () => ({ body: { packId: 'small' } }) })
