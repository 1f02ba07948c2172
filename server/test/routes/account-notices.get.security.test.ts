import { endpoints } from '@atelier/contract'
import { testSessionSecurity } from './test-session-security.ts'

testSessionSecurity(endpoints.readNotices, { valid: async () => ({}) })
