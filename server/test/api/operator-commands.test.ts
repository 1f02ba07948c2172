import { execFile } from 'node:child_process'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openSession, PASSWORD } from '../open-session.ts'
import { type TestUser, useSystem } from '../use-system.ts'

const system = useSystem()
const path = new URL('../../src/entry/admin.ts', import.meta.url).pathname

const admin = (...args: string[]) => adminWith({}, ...args)

async function adminWith(settings: Record<string, string>, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: system().app.config.databaseUrl, ...settings }
  return (await promisify(execFile)(process.execPath, [path, ...args], { env })).stdout.trim()
}

const statusOf = async (user: TestUser) =>
  (await system().call('GET', '/api/gen/credits', { key: user.apiKey })).status

const events = async (userId: string) =>
  system().app.db.rows<{ action: string; actor_kind: string; actor_id: string }>(
    `select action, actor_kind, actor_id from audit_events where user_id = $1 order by created_at, id`,
    [userId],
  )

test('a suspension ends sessions, and refuses keys within 5 s; resuming lets the keys in', async () => {
  const { call, createUser } = system()
  const user = await createUser()
  const session = await openSession(system().app.db)
  expect(await statusOf(user)).toBe(200)
  expect(await admin('suspend-user', user.id)).toMatch(/is suspended/)
  expect(await admin('suspend-user', user.id)).toMatch(/was suspended before/)
  await expect.poll(() => statusOf(user), { timeout: 5_000, interval: 200 }).toBe(403)
  await admin('suspend-user', session.email)
  expect((await call('GET', '/api/account/session', { headers: session.headers })).status).toBe(401)
  await admin('resume-user', session.email)
  expect((await call('GET', '/api/account/session', { headers: session.headers })).status).toBe(401)
  expect(await admin('resume-user', user.id)).toMatch(/is active again/)
  await expect.poll(() => statusOf(user), { timeout: 5_000, interval: 200 }).toBe(200)
})

test('a reset password replaces the old one and ends every session', async () => {
  const { app, call } = system()
  const { id, email, headers } = await openSession(app.db)
  const { password } = JSON.parse(await admin('reset-password', email))
  expect((await call('GET', '/api/account/session', { headers })).status).toBe(401)
  const logIn = async (tried: string) => {
    const sameOrigin = { 'sec-fetch-site': 'same-origin' }
    const body = { email, password: tried }
    return (await call('POST', '/api/account/session', { headers: sameOrigin, body })).status
  }
  expect([await logIn(PASSWORD), await logIn(password)]).toEqual([401, 201])
  expect((await events(id)).map(({ action }) => action)).toContain('user.password_changed')
})

test('a password that an operator hands on counts for a day; one that its user chooses stays', async () => {
  const { app, call } = system()
  const headers = { 'sec-fetch-site': 'same-origin' }
  const logIn = (email: string, password: string) =>
    call('POST', '/api/account/session', { headers, body: { email, password } })
  const endDay = (id: string) =>
    app.db.row(`update users set password_ends_at = password_ends_at - interval '24 hours' where id = $1`, [
      id,
    ])
  const made = [
    JSON.parse(await admin('create-user', 'first.password@atelier.test')),
    JSON.parse(await admin('reset-password', (await openSession(app.db)).email)),
  ]
  for (const { id, email, password } of made) {
    const { status, headers: given } = await logIn(email, password)
    expect(status).toBe(201)
    const cookie = given.get('set-cookie')?.split(';')[0] ?? ''
    await endDay(id)
    expect((await logIn(email, password)).status).toBe(401)
    const body = { oldPassword: password, newPassword: 'tuba walnut eleven canoe' }
    const changed = await call('POST', '/api/account/password', { headers: { ...headers, cookie }, body })
    expect(changed.status).toBe(200)
    await endDay(id)
    expect((await logIn(email, body.newPassword)).status).toBe(201)
  }
})

test('a setup link makes the first admin, and is refused once there is one', async () => {
  const { app } = system()
  await app.db.row(`update users set role = 'user'`)
  const link = await admin('setup-link')
  expect(link).toMatch(/^http:.*\/setup#00[\w-]{43}$/)
  const body = {
    token: link.split('#')[1],
    email: 'first@atelier.test',
    password: 'walnut tuba canoe eleven',
  }
  const headers = { 'sec-fetch-site': 'same-origin' }
  expect((await system().call('POST', '/api/account/setup', { headers, body })).status).toBe(201)
  await expect(admin('setup-link')).rejects.toThrow('there is an admin already')
})

test('an operator invites, lists and revokes', async () => {
  const made = JSON.parse(await admin('invite', 'New@Atelier.test'))
  expect(made.link).toMatch(/\/invitation#00[\w-]{43}$/)
  const listed = (await admin('invitations')).split('\n').map((line) => JSON.parse(line))
  expect(listed[0]).toMatchObject({ id: made.id, email: 'new@atelier.test', state: 'open', invitedBy: null })
  expect(await admin('revoke-invitation', made.id)).toContain('is revoked')
  await expect(admin('revoke-invitation', made.id)).rejects.toThrow('no invitation')
  await expect(admin('invite', 'nobody')).rejects.toThrow('usage')
  const closed = adminWith({ SIGN_UP: 'closed' }, 'invite', 'new@atelier.test')
  await expect(closed).rejects.toThrow('Nobody can be invited here')
})

test('an operator switches a second factor off, and says how the person was recognized', async () => {
  const visitor = await openSession(system().app.db)
  const reset = () =>
    admin('reset-factor', visitor.email, '--recognized-by', 'called back at the known number')
  expect(await reset()).toContain('has no second factor')
  await system().app.db.row(
    `insert into second_factors (user_id, sealed, confirmed_at) values ($1, 'x', now())`,
    [visitor.id],
  )
  await expect(admin('reset-factor', visitor.email)).rejects.toThrow('usage')
  await expect(admin('reset-factor', visitor.email, '--recognized-by', 'x')).rejects.toThrow('usage')
  expect(await reset()).toContain('with the password alone')
  const [recorded] = await system().app.db.rows(
    `select action, actor_kind, changes from audit_events where user_id = $1 order by id desc limit 1`,
    [visitor.id],
  )
  expect(recorded).toMatchObject({
    action: 'second_factor.removed',
    actor_kind: 'operator',
    changes: { recognizedBy: 'called back at the known number' },
  })
})

test('an operator limits and revokes a key, and the audit names the operator', async () => {
  const { createUser } = system()
  const user = await createUser()
  expect(await admin('users')).toContain(user.id)
  expect(JSON.parse(await admin('keys', user.id))).toMatchObject({ id: user.keyId, revokedAt: null })
  expect(JSON.parse(await admin('limit-key', user.keyId, '--daily', '500', '--per-job', 'none'))).toEqual({
    id: user.keyId,
    dailyCreditLimit: 500,
    perJobCreditLimit: null,
  })
  expect(await admin('revoke-key', user.keyId)).toMatch(/is revoked/)
  await expect.poll(() => statusOf(user), { timeout: 5_000, interval: 200 }).toBe(403)
  await expect(admin('limit-key', user.keyId, '--daily', '5')).rejects.toThrow('no active key')
  await expect(admin('revoke-key', 'key_none')).rejects.toThrow('there is no key')
  const operator = { actor_kind: 'operator', actor_id: userInfo().username }
  expect((await events(user.id)).slice(-2)).toEqual([
    { action: 'key.limits_changed', ...operator },
    { action: 'key.revoked', ...operator },
  ])
  const listed = (await admin('audit', user.id)).split('\n').map((line) => JSON.parse(line).action)
  expect(listed.slice(0, 2)).toEqual(['key.revoked', 'key.limits_changed'])
})

test('users with known passwords are created only when that is asked for', async () => {
  await expect(admin('seed')).rejects.toThrow('--known-passwords')
})
