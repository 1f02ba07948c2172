import { endpoints } from '@atelier/contract'
import { testSessionSecurity } from './test-session-security.ts'

testSessionSecurity(endpoints.changeNotices, { valid: async () => ({ body: { language: 'zh' } }) })
