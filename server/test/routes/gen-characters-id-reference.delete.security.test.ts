import { endpoints } from '@atelier/contract'
import { makeCharacter, makePhoto, referencePath } from './make-album.ts'
import { inPath, testSecurity } from './test-security.ts'

testSecurity(endpoints.removeCharacterReference, {
  valid: async (house, owner) => {
    const { id } = await makeCharacter(house, owner)
    return { params: { id, photoId: (await makePhoto(house, owner, id)).id } }
  },
  ids: {
    id: inPath('character'),
    photoId: inPath('photo', 'photoId', {
      deleted: async (house, owner) => {
        const { id } = await makeCharacter(house, owner)
        const photo = await makePhoto(house, owner, id)
        await house.call('DELETE', `${referencePath(id)}/${photo.id}`, { key: owner.apiKey })
        return photo.id
      },
    }),
  },
})
