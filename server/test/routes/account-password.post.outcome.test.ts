import { expect, test } from 'vitest'
import { logIn } from '../../src/access/identity/index.ts'
import { switchOn } from '../authenticator.ts'
import { ageSession, openSession, openSessionOf, PASSWORD } from '../open-session.ts'
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

test('with a second factor on, a changed password makes no session fresher than its code', async () => {
  const { call, db } = system()
  const visitor = await openSession(db)
  await switchOn(system(), visitor)
  const change = async (headers: Record<string, string>, oldPassword: string, newPassword: string) => {
    const body = { oldPassword, newPassword }
    const answer = await call('POST', '/api/account/password', { headers, body })
    expect(answer.status).toBe(200)
    return { ...headers, cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
  }
  const replace = async (headers: Record<string, string>) =>
    (await call('POST', '/api/account/factor/recovery-codes', { headers })).status
  const fresh = await change(visitor.headers, PASSWORD, NEW)
  expect(await replace(fresh)).toBe(200)
  await ageSession(db, visitor, 'proved_at', '16 minutes')
  const old = await change(fresh, NEW, PASSWORD)
  expect(await replace(old)).toBe(401)
  expect((await call('DELETE', '/api/account/factor', { headers: old })).status).toBe(401)
})

test('a password counts letter for letter, up to its 200th character', async () => {
  const { call, db } = system()
  const { email, headers } = await openSession(db)
  // Letters of several scripts and both cases, in no order that repeats, with a space at the beginning.
  const letters = Array.from({ length: 198 }, (_, at) => 'Éaß字 é9Zj'[(at * at * 7 + at * 3 + (at >> 3)) % 9])
  const newPassword = ` ${letters.join('')}x`
  expect([...newPassword]).toHaveLength(200)
  const body = { oldPassword: PASSWORD, newPassword }
  expect((await call('POST', '/api/account/password', { headers, body })).status).toBe(200)
  const enter = (password: string) => logIn(db, { email, password }, undefined)
  await enter(newPassword)
  for (const wrong of [
    newPassword.slice(0, -1),
    newPassword.trim(),
    newPassword.toLowerCase(),
    `${newPassword}x`,
  ])
    await expect(enter(wrong)).rejects.toThrow('wrong')
})

test('of two changes at once one is made', async () => {
  const { call, db } = system()
  const { headers } = await openSession(db)
  const change = (newPassword: string) =>
    call('POST', '/api/account/password', { headers, body: { oldPassword: PASSWORD, newPassword } })
  const answers = await Promise.all([change(`${NEW} 1`), change(`${NEW} 2`)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
})

test('a new password that is guessed first is answered 400, and the old one still counts', async () => {
  const { call, db } = system()
  const { headers, email } = await openSession(db)
  for (const newPassword of ['Password1234', '123456789012', 'AtelierAtelier1']) {
    const body = { oldPassword: PASSWORD, newPassword }
    const answer = await call('POST', '/api/account/password', { headers, body })
    expect([answer.status, answer.body.field]).toEqual([400, 'newPassword'])
  }
  await logIn(db, { email, password: PASSWORD }, undefined)
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
