import { endpoints } from '@atelier/contract'
import { makeWaitingJob } from './make-order.ts'
import { inPath, testSecurity } from './test-security.ts'

testSecurity(endpoints.pollMedia, {
  valid: async (system, owner) => ({ params: { id: await makeWaitingJob(system, owner) } }),
  ids: { id: inPath('media') },
})
