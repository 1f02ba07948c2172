import { endpoints } from '@atelier/contract'
import { PASSWORD } from '../open-session.ts'
import { testSessionSecurity } from './test-session-security.ts'

testSessionSecurity(endpoints.changePassword, {
  valid: async () => ({ body: { oldPassword: PASSWORD, newPassword: 'another password of the tests' } }),
})
