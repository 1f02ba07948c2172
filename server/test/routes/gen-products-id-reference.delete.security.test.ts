import { endpoints } from '@atelier/contract'
import { makePhoto, makeProduct, referencePath } from './make-album.ts'
import { inPath, testSecurity } from './test-security.ts'

testSecurity(endpoints.removeProductReference, {
  valid: async (system, owner) => {
    const { id } = await makeProduct(system, owner)
    return { params: { id, photoId: (await makePhoto(system, owner, id)).id } }
  },
  ids: {
    id: inPath('product'),
    photoId: inPath('photo', 'photoId', {
      deleted: async (system, owner) => {
        const { id } = await makeProduct(system, owner)
        const photo = await makePhoto(system, owner, id)
        await system.call('DELETE', `${referencePath(id)}/${photo.id}`, { key: owner.apiKey })
        return photo.id
      },
    }),
  },
})
