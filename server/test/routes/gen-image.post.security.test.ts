import { endpoints } from '@atelier/contract'
import { makeFullOrder } from './make-order.ts'
import { orderIds } from './order-ids.ts'
import { testSecurity } from './test-security.ts'

testSecurity(endpoints.submitImage, {
  valid: async (house, owner) => ({ body: await makeFullOrder(house, owner) }),
  ids: orderIds,
})
