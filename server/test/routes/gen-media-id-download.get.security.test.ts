import { endpoints } from '@atelier/contract'
import { makeMedia } from './make-order.ts'
import { inPath, testSecurity } from './test-security.ts'

testSecurity(endpoints.downloadMedia, {
  valid: async (house, owner) => ({ params: { id: (await makeMedia(house, owner)).id } }),
  ids: { id: inPath('media') },
})
