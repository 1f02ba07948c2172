import { endpoints } from '@atelier/contract'
import { makeProduct } from './make-album.ts'
import { makeMedia } from './make-order.ts'
import { inBody, inPath, testSecurity } from './test-security.ts'

testSecurity(endpoints.attachMedia, {
  valid: async (system, owner) => ({
    params: { id: (await makeProduct(system, owner)).id },
    body: { generatedMediaId: (await makeMedia(system, owner)).id },
  }),
  ids: {
    id: inPath('product'),
    generatedMediaId: inBody('media', 'generatedMediaId', { foreign: 404, absent: 404 }),
  },
})
