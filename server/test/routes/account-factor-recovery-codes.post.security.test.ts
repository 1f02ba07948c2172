import { endpoints } from '@atelier/contract'
import { switchOn } from '../authenticator.ts'
import { testSessionSecurity } from './test-session-security.ts'

testSessionSecurity(endpoints.replaceRecoveryCodes, {
  valid: async (system, visitor) => {
    await switchOn(system, visitor)
    return {}
  },
  needsRecentPassword: true,
})
