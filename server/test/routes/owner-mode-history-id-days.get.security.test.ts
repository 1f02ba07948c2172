import { endpoints } from '@atelier/contract'
import { observation, row } from './make-report.ts'
import { testSessionSecurity } from './test-session-security.ts'

testSessionSecurity(endpoints.listResultDays, {
  valid: async ({ call }, { headers }) => {
    const body = observation([row('2026-11-10')], { platformAdId: 'ad-1' })
    await call('POST', '/api/owner/live/agent/reports', { headers, body })
    const { history } = (await call('GET', '/api/owner/live/agent/knowledge/history', { headers })).body
    return { id: history[0].id }
  },
})
