import { endpoints } from '@atelier/contract'
import { makeCharacter } from './make-album.ts'
import { inPath, testSecurity } from './test-security.ts'

testSecurity(endpoints.readCharacter, {
  valid: async (house, owner) => ({ params: { id: (await makeCharacter(house, owner)).id } }),
  ids: { id: inPath('character') },
})
