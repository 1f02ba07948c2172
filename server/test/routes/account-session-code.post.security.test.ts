import { expect, test } from 'vitest'
import { linkReset } from '../../src/access/links/index.ts'
import { startFactor } from '../../src/edge/routes/account-factor.post.ts'
import { confirmFactor } from '../../src/edge/routes/account-factor-confirm.post.ts'
import { replaceRecoveryCodes } from '../../src/edge/routes/account-factor-recovery-codes.post.ts'
import { finishReset } from '../../src/edge/routes/account-reset-password.post.ts'
import { logIn } from '../../src/edge/routes/account-session.post.ts'
import { finishLogIn } from '../../src/edge/routes/account-session-code.post.ts'
import { codeOf } from '../authenticator.ts'
import { openSession, PASSWORD } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { FACTOR_KEYS, randomNetworkAddress, testEntrySecurity } from './test-entry-security.ts'

const challenge = `usr_${'a'.repeat(22)}.9999999999.${'x'.repeat(43)}`
testEntrySecurity({ route: finishLogIn, body: { challenge, code: '123456' } })

const system = useSharedSystem()
const routes = [logIn, finishLogIn, startFactor, confirmFactor, replaceRecoveryCodes, finishReset]
const TRUST_PROXY = 'loopback'
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64')
const url = useOwnApi(routes, { TRUST_PROXY, FACTOR_KEYS })
const rotated = useOwnApi(routes, { TRUST_PROXY, FACTOR_KEYS: `${OTHER_KEY},${FACTOR_KEYS}` })
const lost = useOwnApi(routes, { TRUST_PROXY, FACTOR_KEYS: OTHER_KEY })

const post = (path: string, body: unknown, headers: Record<string, string> = {}, at = url()) =>
  system().call('POST', `${at}/api/account/${path}`, {
    headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': randomNetworkAddress(), ...headers },
    body,
  })

async function makeUser() {
  const visitor = await openSession(system().db)
  const { secret } = (await post('factor', undefined, visitor.headers)).body
  const confirmed = await post('factor/confirm', { code: codeOf(secret, -1) }, visitor.headers)
  return { ...visitor, secret, recoveryCodes: confirmed.body.recoveryCodes as string[] }
}

const challengeOf = async (email: string): Promise<string> =>
  (await post('session', { email, password: PASSWORD })).body.challenge

test('a wrong password is answered alike, whether a factor is on, off or there is no user', async () => {
  const [on, off] = [await makeUser(), await openSession(system().db)]
  const answers = []
  for (const email of [on.email, off.email, 'nobody@nowhere.test']) {
    const { status, body, headers } = await post('session', { email, password: 'wrong' })
    const { requestId: _, ...rest } = body
    answers.push({ status, rest, cookie: headers.get('set-cookie') })
  }
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]).toEqual(answers[2])
})

test('the link of a lost password opens no session, and the second factor is still asked for', async () => {
  const { id, email, secret } = await makeUser()
  const link = await linkReset(system().db, 'http://x', id)
  const password = 'walnut tuba canoe eleven'
  const set = await post('reset/password', { token: link?.split('#')[1], password })
  expect([set.status, set.headers.get('set-cookie')]).toEqual([201, null])
  const begun = await post('session', { email, password })
  expect([begun.status, begun.body.session, begun.headers.get('set-cookie')]).toEqual([201, null, null])
  const finished = await post('session/code', { challenge: begun.body.challenge, code: codeOf(secret) })
  expect([finished.status, finished.body.session.user.id]).toEqual([201, id])
})

test('every wrong thing in the second step gets the same answer', async () => {
  const { email, secret } = await makeUser()
  const other = await makeUser()
  const mine = await challengeOf(email)
  const wrong = [
    { challenge: mine, code: '000000' },
    { challenge: mine, code: codeOf(other.secret) },
    { challenge: mine, code: other.recoveryCodes[0] },
    { challenge: mine.replace(/^usr_\w+/, other.id), code: codeOf(other.secret) },
    { challenge: mine.replace(/\.\d+\./, '.9999999999.'), code: codeOf(secret) },
    { challenge, code: codeOf(secret) },
    { challenge: 'x', code: codeOf(secret) },
  ]
  for (const body of wrong) {
    const answer = await post('session/code', body)
    expect(answer.body).toMatchObject({ code: 'unauthorized', error: expect.stringContaining('wrong') })
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
})

test('a code works once, also for two who send it at the same time', async () => {
  const { email, secret } = await makeUser()
  const body = { challenge: await challengeOf(email), code: codeOf(secret) }
  const answers = await Promise.all([1, 2, 3].map(() => post('session/code', body)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401])
  expect((await post('session/code', body)).status).toBe(401)
  expect((await post('session/code', { ...body, code: codeOf(secret, -1) })).status).toBe(401)
})

test('a recovery code works once, and its use is recorded', async () => {
  const { id, email, recoveryCodes } = await makeUser()
  const [code = ''] = recoveryCodes
  const body = { challenge: await challengeOf(email), code: code.toUpperCase().replaceAll('-', ' ') }
  const answers = await Promise.all([1, 2].map(() => post('session/code', body)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 401])
  const used = await system().db.rows(
    `select from audit_events where user_id = $1 and action = 'recovery_code.used'`,
    [id],
  )
  expect(used.length).toBe(1)
})

test('after ten wrong codes the user is answered 429 from every network', async () => {
  const { id, email, secret } = await makeUser()
  const body = { challenge: await challengeOf(email), code: '000000' }
  for (let i = 0; i < 10; i++) expect((await post('session/code', body)).status).toBe(401)
  const { status, headers } = await post('session/code', { ...body, code: codeOf(secret) })
  expect(status).toBe(429)
  const seconds = Number(headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(800)
  expect(seconds).toBeLessThanOrEqual(900)
  // Waiting helps, and the right code takes the count back.
  const ago = `update second_factors set tries_since = now() - interval '15 minutes' where user_id = $1`
  await system().db.row(ago, [id])
  expect((await post('session/code', { ...body, code: codeOf(secret) })).status).toBe(201)
})

test('with its key replaced a challenge of before counts, and with its key lost recovery codes', async () => {
  const { email, recoveryCodes, secret } = await makeUser()
  const [first, second] = recoveryCodes
  const challenge = await challengeOf(email)
  const code = codeOf(secret)
  expect((await post('session/code', { challenge, code }, {}, rotated())).status).toBe(201)
  const answer = await post('session', { email, password: PASSWORD }, {}, lost())
  const late = { challenge: answer.body.challenge, code: codeOf(secret, 1) }
  expect((await post('session/code', late, {}, lost())).status).toBe(503)
  expect((await post('session/code', { ...late, code: first }, {}, lost())).status).toBe(201)
  expect((await post('session/code', { challenge, code: second }, {}, lost())).status).toBe(401)
})

test('recovery codes that are used while they are replaced work or are refused', async () => {
  const { email, headers, recoveryCodes } = await makeUser()
  const challenge = await challengeOf(email)
  const answers = await Promise.all([
    ...recoveryCodes.slice(0, 4).map((code) => post('session/code', { challenge, code })),
    ...[1, 2].map(() => post('factor/recovery-codes', undefined, headers)),
  ])
  for (const { status } of answers.slice(0, 4)) expect([201, 401]).toContain(status)
  for (const { status } of answers.slice(4)) expect(status).toBe(200)
})

test('a challenge ends with a change of the password, and with the suspension of its user', async () => {
  const { db } = system()
  const [changed, suspended] = [await makeUser(), await makeUser()]
  const first = await challengeOf(changed.email)
  await db.row(`update users set password_hash = 'none' where id = $1`, [changed.id])
  expect((await post('session/code', { challenge: first, code: codeOf(changed.secret) })).status).toBe(401)
  const second = await challengeOf(suspended.email)
  await db.row(`update users set suspended_at = now() where id = $1`, [suspended.id])
  const answer = await post('session/code', { challenge: second, code: codeOf(suspended.secret) })
  expect([answer.status, answer.body.code]).toEqual([403, 'key_inactive'])
})

test('the right password alone begins and ends no session; the code ends the one of before', async () => {
  const { call, db } = system()
  const [visitor, other] = [await makeUser(), await openSession(db)]
  const before = await db.rows(`select from sessions where user_id = $1`, [visitor.id])
  const credentials = { email: visitor.email, password: PASSWORD }
  const { status, body, headers } = await post('session', credentials, other.headers)
  expect([status, body.session, headers.get('set-cookie')]).toEqual([201, null, null])
  const left = await db.rows(`select from sessions where user_id = $1`, [visitor.id])
  expect(left.length).toBe(before.length)
  const read = async () => (await call('GET', '/api/account/session', { headers: other.headers })).status
  expect(await read()).toBe(200)
  const code = { challenge: body.challenge, code: codeOf(visitor.secret) }
  expect((await post('session/code', code, other.headers)).status).toBe(201)
  expect(await read()).toBe(401)
})
