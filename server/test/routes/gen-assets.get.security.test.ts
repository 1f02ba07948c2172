import { endpoints } from '@atelier/contract'
import { testSecurity } from './test-security.ts'

testSecurity(endpoints.listAssets, { valid: async () => ({}) })
