import { endpoints } from '@atelier/contract'
import { testSessionSecurity } from './test-session-security.ts'

testSessionSecurity(endpoints.changeThresholds, { valid: async () => ({ body: { spend: 500 } }) })
