import { endpoints } from '@atelier/contract'
import { makeMedia } from './make-order.ts'
import { inPath, testSecurity } from './test-security.ts'

testSecurity(endpoints.downloadMedia, {
  valid: async (system, owner) => ({ params: { id: (await makeMedia(system, owner)).id } }),
  ids: { id: inPath('media') },
})
