import { endpoints } from '@atelier/contract'
import { makeFullOrder } from './make-order.ts'
import { orderIds } from './order-ids.ts'
import { testSecurity } from './test-security.ts'

testSecurity(endpoints.quoteJob, {
  valid: async (system, owner) => ({ body: { kind: 'image', ...(await makeFullOrder(system, owner)) } }),
  ids: orderIds,
})
