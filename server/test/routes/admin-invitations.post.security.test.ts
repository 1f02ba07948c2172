import { endpoints } from '@atelier/contract'
import { expect, inject, test } from 'vitest'
import { asRole } from '../../harness/processes/index.ts'
import { listUnsentMails } from '../../src/access/mail/index.ts'
import { inviteUser, listAllUsers, listInvitations } from '../../src/access/members/index.ts'
import { openDb } from '../../src/platform/db/index.ts'
import { listStuckTries } from '../../src/production/oversight/list-stuck-tries.ts'
import { LINK_SETTINGS } from '../link-settings.ts'
import { openAdminSession, openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { testSessionSecurity } from './test-session-security.ts'

testSessionSecurity(endpoints.inviteUser, { valid: async () => ({ body: { email: 'new@atelier.test' } }) })

const system = useSharedSystem()

test('the database itself refuses the api what is for admins, for everybody else', async () => {
  const { db } = system()
  const [user, admin] = [await openSession(db), await openAdminSession(db)]
  const url = asRole(inject('shared').databaseUrl, 'atelier_api')
  const api = openDb({ url, poolSize: 2, onIdleError: () => undefined })
  try {
    for (const who of [api, api.forOwner(user.id)]) {
      await expect(listInvitations(who)).rejects.toThrow('only an admin')
      await expect(listAllUsers(who, { limit: 1, cursor: undefined })).rejects.toThrow('only an admin')
      await expect(listStuckTries(who)).rejects.toThrow('only an admin')
      await expect(listUnsentMails(who, 1)).rejects.toThrow('only an admin')
      const invitation = { email: 'x@atelier.test', invitedBy: null }
      await expect(inviteUser(who, LINK_SETTINGS, invitation)).rejects.toThrow('only an admin')
      await expect(who.row('select from invitations')).rejects.toThrow('permission denied')
    }
    expect(await listInvitations(api.forOwner(admin.id))).toBeInstanceOf(Array)
  } finally {
    await api.close()
  }
})
