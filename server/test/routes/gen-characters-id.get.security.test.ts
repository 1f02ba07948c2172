import { endpoints } from '@atelier/contract'
import { makeCharacter } from './make-album.ts'
import { inPath, testSecurity } from './test-security.ts'

testSecurity(endpoints.readCharacter, {
  valid: async (system, owner) => ({ params: { id: (await makeCharacter(system, owner)).id } }),
  ids: { id: inPath('character') },
})
