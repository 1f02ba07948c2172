import { endpoints } from '@atelier/contract'
import { testSecurity } from './test-security.ts'

testSecurity(endpoints.exportKnowledge, { valid: async () => ({}) })
