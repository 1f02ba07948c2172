import { endpoints } from '@atelier/contract'
import { expect, test } from 'vitest'
import { inviteUser } from '../../src/access/members/index.ts'
import { newId } from '../../src/platform/ids/index.ts'
import { LINK_SETTINGS } from '../link-settings.ts'
import { openAdminSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { testSessionSecurity } from './test-session-security.ts'

testSessionSecurity(endpoints.revokeInvitation, {
  valid: ({ db }, { id }) => inviteUser(db, LINK_SETTINGS, { email: 'new@atelier.test', invitedBy: id }),
})

const system = useSharedSystem()

test('an id that is absent, malformed or of another kind is answered 404', async () => {
  const { headers } = await openAdminSession(system().db)
  for (const id of [newId('invitation'), newId('key'), 'nonsense', '..%2f..', "' or true --"]) {
    const path = `/api/admin/invitations/${encodeURIComponent(id)}`
    expect([id, (await system().call('DELETE', path, { headers })).status]).toEqual([id, 404])
  }
})
