import { endpoints } from '@atelier/contract'
import { makeProduct } from './make-album.ts'
import { inQuery, testSecurity } from './test-security.ts'

// A product that does not exist or belongs to another user gives an empty answer.
testSecurity(endpoints.readPatterns, {
  valid: async (system, owner) => ({ query: { productId: (await makeProduct(system, owner)).id } }),
  ids: { productId: inQuery('product', 'productId', { foreign: 200, absent: 200 }) },
})
