import { endpoints } from '@atelier/contract'
import { testSecurity } from './test-security.ts'

testSecurity(endpoints.createCharacter, { valid: async () => ({ body: { name: 'Mia' } }) })
