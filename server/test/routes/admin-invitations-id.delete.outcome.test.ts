import { expect, test } from 'vitest'
import { acceptInvitation, inviteUser } from '../../src/access/members/index.ts'
import { LINK_SETTINGS } from '../link-settings.ts'
import { openAdminSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('a revoked link does not work, and one that was used cannot be revoked', async () => {
  const { call, db } = system()
  const { id, headers } = await openAdminSession(db)
  const invite = () => inviteUser(db, LINK_SETTINGS, { email: `${id}@atelier.test`, invitedBy: id })
  const accept = (link: string) =>
    acceptInvitation(db, 'invitation', {
      token: link.split('#')[1] ?? '',
      password: 'walnut tuba canoe eleven',
    })
  const revoke = async (invitation: string) =>
    (await call('DELETE', `/api/admin/invitations/${invitation}`, { headers })).status
  const [first, second] = [await invite(), await invite()]
  expect([await revoke(first.id), await revoke(first.id)]).toEqual([200, 404])
  await expect(accept(first.link)).rejects.toThrow('does not work')
  await accept(second.link)
  expect(await revoke(second.id)).toBe(404)
})
