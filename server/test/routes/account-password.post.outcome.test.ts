import { expect, test } from 'vitest'
import { logIn } from '../../src/access/identity/index.ts'
import { openSession, openSessionOf, PASSWORD } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const NEW = 'another password of the tests'

test('the new password counts, this browser stays logged in, and every other session ends', async () => {
  const { call, db } = system()
  const visitor = await openSession(db)
  const elsewhere = await openSessionOf(db, visitor)
  const body = { oldPassword: PASSWORD, newPassword: NEW }
  const answer = await call('POST', '/api/account/password', { headers: visitor.headers, body })
  expect([answer.status, answer.body.session.user.id]).toEqual([200, visitor.id])
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  expect(answer.headers.get('set-cookie')).toMatch(/; Secure; HttpOnly; SameSite=Lax$/)
  const read = async (headers: Record<string, string>) =>
    (await call('GET', '/api/account/session', { headers })).status
  expect([await read(visitor.headers), await read(elsewhere), await read({ cookie })]).toEqual([
    401, 401, 200,
  ])
  await expect(logIn(db, { email: visitor.email, password: PASSWORD }, undefined)).rejects.toThrow('wrong')
  await logIn(db, { email: visitor.email, password: NEW }, undefined)
})

test('a wrong old password changes nothing, and guessing is limited', async () => {
  const { call, db } = system()
  const { headers } = await openSession(db)
  const change = (oldPassword: string) =>
    call('POST', '/api/account/password', { headers, body: { oldPassword, newPassword: NEW } })
  expect((await change('guess')).body).toMatchObject({ code: 'unauthorized' })
  expect((await call('GET', '/api/account/session', { headers })).status).toBe(200)
  for (let tries = 0; tries < 9; tries++) await change('guess')
  expect((await change(PASSWORD)).status).toBe(429)
})

test('of two changes at once one is made', async () => {
  const { call, db } = system()
  const { headers } = await openSession(db)
  const change = (newPassword: string) =>
    call('POST', '/api/account/password', { headers, body: { oldPassword: PASSWORD, newPassword } })
  const answers = await Promise.all([change(`${NEW} 1`), change(`${NEW} 2`)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
})

test.each(['short', 'x'.repeat(201)])(
  'a new password of another length is answered 400',
  async (newPassword) => {
    const { call, db } = system()
    const { headers } = await openSession(db)
    const body = { oldPassword: PASSWORD, newPassword }
    expect((await call('POST', '/api/account/password', { headers, body })).status).toBe(400)
  },
)
