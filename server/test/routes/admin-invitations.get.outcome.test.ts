import { InvitationList } from '@atelier/contract'
import { expect, test } from 'vitest'
import { inviteUser } from '../../src/access/members/index.ts'
import { LINK_SETTINGS } from '../link-settings.ts'
import { openAdminSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('invitations are listed with their state, without their links', async () => {
  const { call, db } = system()
  const { id, headers } = await openAdminSession(db)
  const make = (name: string) =>
    inviteUser(db, LINK_SETTINGS, { email: `${name}@atelier.test`, invitedBy: id })
  const [open, old, revoked] = [await make('open'), await make('old'), await make('revoked')]
  await db.row(`update invitations set expires_at = now() where id = $1`, [old.id])
  await call('DELETE', `/api/admin/invitations/${revoked.id}`, { headers })
  const { body } = await call('GET', '/api/admin/invitations', { headers })
  const { invitations } = InvitationList.parse(body)
  const stateOf = (wanted: string) => invitations.find((one) => one.id === wanted)?.state
  expect([open, old, revoked].map((one) => stateOf(one.id))).toEqual(['open', 'expired', 'revoked'])
  expect(JSON.stringify(body)).not.toContain(open.link.split('#')[1])
})
