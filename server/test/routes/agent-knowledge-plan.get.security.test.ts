import { endpoints } from '@atelier/contract'
import { makeProduct } from './make-album.ts'
import { inQuery, testSecurity } from './test-security.ts'

testSecurity(endpoints.planCreatives, {
  valid: async (system, owner) => ({ query: { productId: (await makeProduct(system, owner)).id } }),
  ids: { productId: inQuery('product', 'productId', { foreign: 404, absent: 404 }) },
})
