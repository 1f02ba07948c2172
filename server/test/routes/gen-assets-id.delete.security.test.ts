import { endpoints } from '@atelier/contract'
import { makeAsset } from './make-album.ts'
import { inPath, testSecurity } from './test-security.ts'

testSecurity(endpoints.deleteAsset, {
  valid: async (system, owner) => ({ params: { id: (await makeAsset(system, owner)).id } }),
  ids: {
    id: inPath('asset', 'id', {
      deleted: async (system, owner) => {
        const { id } = await makeAsset(system, owner)
        await system.call('DELETE', `/api/gen/assets/${id}`, { key: owner.apiKey })
        return id
      },
    }),
  },
})
