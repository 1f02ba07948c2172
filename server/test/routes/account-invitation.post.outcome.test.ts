import { randomBytes } from 'node:crypto'
import { SessionAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { logIn } from '../../src/access/identity/index.ts'
import { openAdminSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('who was invited chooses a password and is in, with the address of the invitation', async () => {
  const { call, db } = system()
  const admin = await openAdminSession(db)
  const { headers } = admin
  const email = `${randomBytes(8).toString('hex')}@atelier.test`
  const { link, id } = (await call('POST', '/api/admin/invitations', { headers, body: { email } })).body
  const password = 'walnut tuba canoe eleven'
  const body = { token: link.split('#')[1], password, email: 'other@atelier.test' }
  const page = { 'sec-fetch-site': 'same-origin' }
  const known = await call('POST', '/api/account/invitation', {
    headers: page,
    body: { ...body, password: 'welcome2026!!' },
  })
  expect([known.status, known.body.field]).toEqual([400, 'password'])
  const own = await call('POST', '/api/account/invitation', {
    headers: page,
    body: { ...body, password: `${email.split('@')[0]}1` },
  })
  expect([own.status, own.body.field]).toEqual([400, 'password'])
  const answer = await call('POST', '/api/account/invitation', { headers: page, body })
  expect(answer.status).toBe(201)
  const { user } = SessionAnswer.parse(answer.body).session
  expect(user).toMatchObject({ email, role: 'user' })
  await logIn(db, { email, password }, undefined)
  const { invitations } = (await call('GET', '/api/admin/invitations', { headers })).body
  const listed = invitations.find((one: { id: string }) => one.id === id)
  expect(listed).toMatchObject({ state: 'accepted', email: null, invitedBy: admin.id, acceptedBy: user.id })
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  const { events } = (await call('GET', '/api/account/audit', { headers: { cookie } })).body
  expect(events.map(({ action }: { action: string }) => action)).toContain('user.created')
})
