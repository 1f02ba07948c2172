import { endpoints } from '@atelier/contract'
import { makeAsset, makeCharacter } from './make-album.ts'
import { inBody, inPath, testSecurity } from './test-security.ts'

testSecurity(endpoints.addCharacterReference, {
  valid: async (system, owner) => ({
    params: { id: (await makeCharacter(system, owner)).id },
    body: { label: 'front', mediaAssetId: (await makeAsset(system, owner)).id },
  }),
  ids: {
    id: inPath('character'),
    mediaAssetId: inBody('asset', 'mediaAssetId', { foreign: 404, absent: 404 }),
  },
})
