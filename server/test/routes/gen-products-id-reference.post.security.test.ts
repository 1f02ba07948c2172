import { endpoints } from '@atelier/contract'
import { makeAsset, makeProduct } from './make-album.ts'
import { inBody, inPath, testSecurity } from './test-security.ts'

testSecurity(endpoints.addProductReference, {
  valid: async (house, owner) => ({
    params: { id: (await makeProduct(house, owner)).id },
    body: { label: 'front', mediaAssetId: (await makeAsset(house, owner)).id },
  }),
  ids: {
    id: inPath('product'),
    mediaAssetId: inBody('asset', 'mediaAssetId', { foreign: 404, absent: 404 }),
  },
})
