import { endpoints } from '@atelier/contract'
import { makeProduct } from './make-album.ts'
import { inQuery, testSecurity } from './test-security.ts'

testSecurity(endpoints.recallKnowledge, {
  valid: async (system, owner) => ({
    query: { q: 'cold coffee', productId: (await makeProduct(system, owner)).id },
  }),
  // A list filtered by a product of another user is empty.
  ids: { productId: inQuery('product', 'productId', { foreign: 200, absent: 200 }) },
})
