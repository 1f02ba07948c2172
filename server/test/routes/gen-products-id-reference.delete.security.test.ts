import { endpoints } from '@atelier/contract'
import { makePhoto, makeProduct, referencePath } from './make-album.ts'
import { inPath, testSecurity } from './test-security.ts'

testSecurity(endpoints.removeProductReference, {
  valid: async (house, owner) => {
    const { id } = await makeProduct(house, owner)
    return { params: { id, photoId: (await makePhoto(house, owner, id)).id } }
  },
  ids: {
    id: inPath('product'),
    photoId: inPath('photo', 'photoId', {
      deleted: async (house, owner) => {
        const { id } = await makeProduct(house, owner)
        const photo = await makePhoto(house, owner, id)
        await house.call('DELETE', `${referencePath(id)}/${photo.id}`, { key: owner.apiKey })
        return photo.id
      },
    }),
  },
})
