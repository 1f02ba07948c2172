import { endpoints } from '@atelier/contract'
import { testSecurity } from './test-security.ts'

testSecurity(endpoints.createProduct, { valid: async () => ({ body: { name: 'Mug' } }) })
