import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openPostOffice } from '../../harness/post-office/index.ts'
import { setSuspended } from '../../src/access/identity/index.ts'
import { openSession, PASSWORD } from '../open-session.ts'
import { useSystem } from '../use-system.ts'

const dir = mkdtempSync(join(tmpdir(), 'atelier-mail-'))
const post = await openPostOffice({ dir, isImplicit: true })
afterAll(() => post.close())
const system = useSystem({ ...post.env, SIGN_UP: 'open', RATE_LIMIT_FACTOR: '100' })
const WAIT = { timeout: 15_000, interval: 50 }
const NEW = 'walnut tuba canoe eleven'

const newAddress = () => `${randomBytes(6).toString('hex')}@atelier.test`
const send = (path: string, body: object) =>
  system().call('POST', `/api/account/${path}`, { headers: { 'sec-fetch-site': 'same-origin' }, body })
const mailTo = async (address: string, count = 1) => {
  await expect.poll(() => post.mailsTo(address).length, WAIT).toBe(count)
  return post.mailsTo(address).at(-1) as (typeof post.mails)[number]
}
const tokenIn = (text: string) => /#(\S+)/.exec(text)?.[1] ?? ''
const waitingFor = (address: string) =>
  system().app.db.row(`select from mails where address = $1 and state = 'waiting'`, [address])

test('a lost password is replaced by the link of a mail, which works once', async () => {
  const { id, email, headers } = await openSession(system().app.db)
  expect((await send('reset', { email, language: 'en' })).status).toBe(201)
  const { subject, text, html } = await mailTo(email)
  expect(subject).toBe('A new password for Atelier')
  expect(text).toContain(`${system().baseUrl}/reset#00`)
  expect(html).not.toMatch(/<(?:img|script|link|iframe|style)|src=/i)
  const token = tokenIn(text)
  expect((await send('reset/password', { token, password: NEW })).status).toBe(201)
  expect((await send('reset/password', { token, password: `${NEW} again` })).status).toBe(401)
  expect((await system().call('GET', '/api/account/session', { headers })).status).toBe(401)
  expect((await send('session', { email, password: PASSWORD })).status).toBe(401)
  const { body } = await send('session', { email, password: NEW })
  expect(body.session.user.id).toBe(id)
})

test('in Chinese, where the page is', async () => {
  const { email } = await openSession(system().app.db)
  await send('reset', { email, language: 'zh' })
  const { subject, text } = await mailTo(email)
  expect(subject).toBe('重设您的 Atelier 密码')
  expect(text).toContain('一小时内有效')
})

test('who has no account, or is suspended, gets no such mail, and no row remains', async () => {
  const { app } = system()
  const [nobody, suspended] = [newAddress(), await openSession(app.db)]
  await setSuspended(app.db, suspended.id, true)
  for (const email of [nobody, suspended.email]) {
    expect((await send('reset', { email })).status).toBe(201)
    await expect.poll(() => waitingFor(email), WAIT).toBeUndefined()
    expect(post.mailsTo(email)).toEqual([])
  }
})

test('a sign-up makes nobody before its mail is opened; then the password is chosen', async () => {
  const email = newAddress()
  const { status, body } = await send('sign-up', { email, password: 'a password of another person' })
  const other = await send('sign-up', { email: (await openSession(system().app.db)).email })
  expect([other.status, other.body.message]).toEqual([status, body.message])
  const { text } = await mailTo(email)
  expect((await send('session', { email, password: 'a password of another person' })).status).toBe(401)
  const token = tokenIn(text)
  expect((await send('verification', { token, password: NEW })).status).toBe(201)
  expect((await send('verification', { token, password: NEW })).status).toBe(401)
  expect((await send('session', { email, password: NEW })).status).toBe(201)
})

test('who signs up with the address of an account is told there, and nowhere else', async () => {
  const { email } = await openSession(system().app.db)
  await send('sign-up', { email, language: 'en' })
  const { subject, text } = await mailTo(email)
  expect(subject).toBe('You already have an account at Atelier')
  expect(text).not.toContain('#')
})

test('the mails of a sign-up are in Chinese, where the page is', async () => {
  const email = newAddress()
  await send('sign-up', { email, language: 'zh' })
  const fresh = await mailTo(email)
  expect([fresh.subject, fresh.text.includes('一天内有效')]).toEqual(['请确认您的 Atelier 邮箱地址', true])
  expect((await send('verification', { token: tokenIn(fresh.text), password: NEW })).status).toBe(201)
  const known = await openSession(system().app.db)
  await send('sign-up', { email: known.email, language: 'zh' })
  expect((await mailTo(known.email)).subject).toBe('您已有 Atelier 账户')
})

test('the eleventh mail of a kind within a day is not sent', async () => {
  const { app } = system()
  const { email } = await openSession(app.db)
  await send('reset', { email })
  await mailTo(email)
  await app.db.rows(
    `insert into mails (kind, person, language, facts, state, ended_at)
     select kind, person, language, facts, 'sent', now() from mails, generate_series(1, 9)
     where person = sha256(convert_to($1, 'UTF8'))`,
    [email],
  )
  await app.db.row(`delete from mail_turns where person = sha256(convert_to($1, 'UTF8'))`, [email])
  await send('reset', { email })
  await expect.poll(() => waitingFor(email), WAIT).toBeUndefined()
  expect(post.mailsTo(email)).toHaveLength(1)
})
