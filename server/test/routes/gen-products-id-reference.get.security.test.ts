import { endpoints } from '@atelier/contract'
import { makeProduct } from './make-album.ts'
import { inPath, testSecurity } from './test-security.ts'

testSecurity(endpoints.listProductReferences, {
  valid: async (house, owner) => ({ params: { id: (await makeProduct(house, owner)).id } }),
  ids: { id: inPath('product') },
})
