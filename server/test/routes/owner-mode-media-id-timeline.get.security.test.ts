import { endpoints } from '@atelier/contract'
import { grant } from '../../src/access/credits/index.ts'
import { testSessionSecurity } from './test-session-security.ts'

testSessionSecurity(endpoints.readTimeline, {
  valid: async ({ call, db }, visitor) => {
    await grant(db, { userId: visitor.id, amount: 1_000, kind: 'grant', note: 'test' })
    const body = { prompt: 'a mug', model: 'simulator/fail' }
    return { id: (await call('POST', '/api/owner/live/gen/image', { ...visitor, body })).body.id }
  },
})
