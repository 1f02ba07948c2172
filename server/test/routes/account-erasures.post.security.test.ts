import { endpoints } from '@atelier/contract'
import { createKey } from '../../src/access/identity/index.ts'
import { makeAsset } from './make-album.ts'
import { testSessionSecurity } from './test-session-security.ts'

testSessionSecurity(endpoints.requestErasure, {
  valid: async (system, { id }) => {
    const { key, secret } = await createKey(system.db, id, { name: 'agent' })
    const asset = await makeAsset(system, { id, apiKey: secret, keyId: key.id })
    return { body: { subjectId: asset.id } }
  },
})
