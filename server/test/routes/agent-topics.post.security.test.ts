import { endpoints } from '@atelier/contract'
import { testSecurity } from './test-security.ts'

testSecurity(endpoints.createTopic, { valid: async () => ({ body: { name: 'Winter' } }) })
