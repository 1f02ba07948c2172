import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { inviteUser } from '../../src/access/members/index.ts'
import { acceptInvitation } from '../../src/edge/routes/account-invitation.post.ts'
import { LINK_SETTINGS } from '../link-settings.ts'
import { openSession } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { randomNetworkAddress, testEntrySecurity } from './test-entry-security.ts'

const password = 'walnut tuba canoe eleven'
const inventToken = () => `00${randomBytes(32).toString('base64url')}`
testEntrySecurity({ route: acceptInvitation, body: { token: inventToken(), password } })

const system = useSharedSystem()
const url = useOwnApi([acceptInvitation], { TRUST_PROXY: 'loopback' })
const closed = useOwnApi([acceptInvitation], { TRUST_PROXY: 'loopback', SIGN_UP: 'closed' })

const newEmail = () => `${randomBytes(8).toString('hex')}@atelier.test`
const send = (token: string, at = url()) => {
  const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': randomNetworkAddress() }
  return system().call('POST', `${at}/api/account/invitation`, { headers, body: { token, password } })
}
const invite = async (email: string) => {
  const { id, link } = await inviteUser(system().db, LINK_SETTINGS, { email, invitedBy: null })
  return { id, token: link.split('#')[1] ?? '' }
}

test('used, revoked, old and invented links, and those of a taken address, are answered alike', async () => {
  const { db } = system()
  const [used, revoked, old] = [await invite(newEmail()), await invite(newEmail()), await invite(newEmail())]
  const taken = await invite((await openSession(db)).email)
  expect((await send(used.token)).status).toBe(201)
  await db.row(`update invitations set revoked_at = now() where id = $1`, [revoked.id])
  await db.row(`update invitations set expires_at = now() where id = $1`, [old.id])
  const answers = []
  for (const token of [used.token, revoked.token, old.token, taken.token, inventToken(), 'x', ''])
    answers.push(await send(token))
  const open = await invite(newEmail())
  answers.push(await send(open.token, closed()))
  for (const { status, body } of answers)
    expect([status, body.code, body.error]).toEqual([401, 'unauthorized', answers[0]?.body.error])
  // Nothing was used up by that.
  expect((await send(open.token)).status).toBe(201)
})

test('of two who open one link at the same time, one comes in', async () => {
  const { token } = await invite(newEmail())
  const answers = await Promise.all([1, 2, 3, 4].map(() => send(token)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401])
})

test('the link of a setup is no invitation', async () => {
  const { id, token } = await invite(newEmail())
  await system().db.row(`update invitations set kind = 'setup' where id = $1`, [id])
  expect((await send(token)).status).toBe(401)
})
