import { endpoints } from '@atelier/contract'
import { makeAsset, makeProduct } from './make-album.ts'
import { inBody, inPath, testSecurity } from './test-security.ts'

testSecurity(endpoints.addProductReference, {
  valid: async (system, owner) => ({
    params: { id: (await makeProduct(system, owner)).id },
    body: { label: 'front', mediaAssetId: (await makeAsset(system, owner)).id },
  }),
  ids: {
    id: inPath('product'),
    mediaAssetId: inBody('asset', 'mediaAssetId', { foreign: 404, absent: 404 }),
  },
})
