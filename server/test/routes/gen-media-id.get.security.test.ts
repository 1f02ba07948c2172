import { endpoints } from '@atelier/contract'
import { makeWaiting } from './make-order.ts'
import { inPath, testSecurity } from './test-security.ts'

testSecurity(endpoints.pollMedia, {
  valid: async (house, owner) => ({ params: { id: await makeWaiting(house, owner) } }),
  ids: { id: inPath('media') },
})
