import { endpoints } from '@atelier/contract'
import { ownerOf } from '../../src/access/identity/index.ts'
import { writeNote } from '../../src/learning/notes/index.ts'
import { testSessionSecurity } from './test-session-security.ts'

testSessionSecurity(endpoints.reviewNote, {
  valid: async ({ db }, { id }) => {
    const { note } = await writeNote(db, ownerOf(id, 'live'), { text: 'hands work in winter' })
    return { id: note.id, body: { action: 'pin' } }
  },
})
