import { endpoints } from '@atelier/contract'
import { testSessionSecurity } from './test-session-security.ts'

testSessionSecurity(endpoints.changeBilling, { valid: async () => ({ body: { lowBalanceCredits: 500 } }) })
