import { endpoints } from '@atelier/contract'
import { makeProduct } from './make-album.ts'
import { inQuery, testSecurity } from './test-security.ts'

// The answer is empty both for a product of another user and for one that does not exist, so that callers
// cannot tell whether the product exists.
testSecurity(endpoints.readHistory, {
  valid: async (system, owner) => ({ query: { productId: (await makeProduct(system, owner)).id } }),
  ids: { productId: inQuery('product', 'productId', { foreign: 200, absent: 200 }) },
})
