import { InvitationLink } from '@atelier/contract'
import { expect, test } from 'vitest'
import { inviteUser } from '../../src/edge/routes/admin-invitations.post.ts'
import { openAdminSession, openSession } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
const closed = useOwnApi([inviteUser], { SIGN_UP: 'closed' })

test('a link is made and stored as a digest; a taken address is invited like any other', async () => {
  const { call, db, baseUrl } = system()
  const { id, headers } = await openAdminSession(db)
  const { email } = await openSession(db)
  const invite = (address: string) =>
    call('POST', '/api/admin/invitations', { headers, body: { email: address } })
  for (const address of [email, 'New@Atelier.test']) {
    const { status, body } = await invite(address)
    expect(status).toBe(201)
    const made = InvitationLink.parse(body)
    expect(made.link).toMatch(new RegExp(`^${baseUrl}/invitation#00[\\w-]{43}$`))
    const row = await db.row<{ text: string; email: string }>(
      `select i::text as text, email from invitations i where id = $1`,
      [made.id],
    )
    expect(row?.text).not.toContain(made.link.split('#')[1])
    expect(row?.email).toBe(address.toLowerCase())
  }
  expect((await invite('nobody')).body).toMatchObject({ code: 'invalid_request', field: 'email' })
  const { events } = (await call('GET', '/api/account/audit', { headers })).body
  expect(events[0]).toMatchObject({ action: 'invitation.created', actor: { kind: 'session', id } })
})

test('where nobody can accept an invitation, none is made, and the answer says why', async () => {
  const { call, db } = system()
  const { headers, email } = await openAdminSession(db)
  const body = { email: `invited.${email}` }
  const answer = await call('POST', `${closed()}/api/admin/invitations`, { headers, body })
  expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  expect(answer.body.error).toContain('SIGN_UP is `closed`')
  expect(await db.row(`select from invitations where email = $1`, [body.email])).toBeUndefined()
  const { events } = (await call('GET', '/api/account/audit', { headers })).body
  expect(events.map(({ action }: { action: string }) => action)).not.toContain('invitation.created')
})
