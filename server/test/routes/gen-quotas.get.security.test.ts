import { endpoints } from '@atelier/contract'
import { testSecurity } from './test-security.ts'

testSecurity(endpoints.readQuotas, { valid: async () => ({}) })
