import { SessionAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { makeSetupLink } from '../../src/access/members/index.ts'
import { useSystem } from '../use-system.ts'

const system = useSystem()

const send = (body: Record<string, unknown>) =>
  system().call('POST', '/api/account/setup', { headers: { 'sec-fetch-site': 'same-origin' }, body })

test('the link of the first start makes an admin, once, with a password that is not known', async () => {
  const { app, call } = system()
  const { db } = app
  const link = await makeSetupLink(db, app.config.publicUrl, { isFirst: true })
  expect(link).toMatch(/\/setup#00[\w-]{43}$/)
  const body = {
    token: link?.split('#')[1],
    email: ' First@Atelier.test ',
    password: 'a password of the tests',
  }
  expect((await send({ ...body, password: 'Password1234' })).body).toMatchObject({ field: 'password' })
  // An old link does not work, and neither does one with a changed letter.
  await db.row(`update invitations set expires_at = now() - interval '1 s'`)
  expect((await send(body)).status).toBe(401)
  await db.row(`update invitations set expires_at = now() + interval '1 day'`)
  expect((await send({ ...body, token: `${body.token?.slice(0, -1)}!` })).status).toBe(401)
  const { status, body: answer, headers } = await send(body)
  expect(status).toBe(201)
  expect(SessionAnswer.parse(answer).session.user).toMatchObject({
    email: 'first@atelier.test',
    role: 'admin',
  })
  const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';')
  expect((await call('GET', '/api/admin/users', { headers: { cookie } })).status).toBe(200)
  expect((await send(body)).status).toBe(401)
  expect(await makeSetupLink(db, 'http://x', { isFirst: false })).toBeUndefined()
  const stored = await db.rows<{ text: string }>(`select i::text as text from invitations i`)
  expect(JSON.stringify(stored)).not.toContain(body.token)
})

test('where there are users but no admin, only an operator makes a link', async () => {
  const { app, createUser } = system()
  await createUser()
  await app.db.row(`update users set role = 'user'`)
  expect(await makeSetupLink(app.db, 'http://x', { isFirst: true })).toBeUndefined()
  expect(await makeSetupLink(app.db, 'http://x', { isFirst: false })).toContain('/setup#')
})
