import { endpoints } from '@atelier/contract'
import { makeProduct } from './make-album.ts'
import { inPath, testSecurity } from './test-security.ts'

testSecurity(endpoints.renameProduct, {
  valid: async (system, owner) => ({
    params: { id: (await makeProduct(system, owner)).id },
    body: { name: 'Cup' },
  }),
  ids: { id: inPath('product') },
})
