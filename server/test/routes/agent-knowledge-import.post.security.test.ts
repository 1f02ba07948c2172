import { endpoints } from '@atelier/contract'
import { testSessionSecurity } from './test-session-security.ts'

testSessionSecurity(endpoints.importKnowledge, {
  valid: async () => ({
    lines: { type: 'application/x-ndjson', text: '{"kind":"ad","record":{"platformAdId":"120210"}}\n' },
  }),
})
