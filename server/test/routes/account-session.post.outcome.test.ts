import { createHash, hash, randomBytes } from 'node:crypto'
import { SessionAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { networkOf } from '../../src/access/limits/index.ts'
import { readSession } from '../../src/edge/routes/account-session.get.ts'
import { logIn } from '../../src/edge/routes/account-session.post.ts'
import { openSession, PASSWORD, pageHeaders } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
// Behind a proxy, so that each test can use its own network.
const url = useOwnApi([logIn, readSession], { TRUST_PROXY: 'loopback' })

type LogIn = { email: string; password?: string; from?: string; headers?: Record<string, string> }

const send = ({ email, password = PASSWORD, from = randomNetworkAddress(), headers = {} }: LogIn) =>
  system().call('POST', `${url()}/api/account/session`, {
    headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': from, ...headers },
    body: { email, password },
  })

const randomNetworkAddress = () =>
  `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`
const unknownEmail = () => `${randomBytes(8).toString('hex')}@nowhere.test`
const tokenOf = (headers: Headers) =>
  /^__Host-sid=(00[\w-]{43});/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''
const statusOf = async (token: string) =>
  (await system().call('GET', '/api/account/session', { headers: pageHeaders(token) })).status

test('the right password opens a session, whose token only the browser receives', async () => {
  const { db } = system()
  const { id, email } = await openSession(db)
  const { status, body, headers } = await send({ email: ` ${email.toUpperCase()} ` })
  expect(status).toBe(201)
  expect(SessionAnswer.parse(body).session.user).toEqual({ id, email, role: 'user' })
  const token = tokenOf(headers)
  expect(headers.get('set-cookie')).toBe(
    `__Host-sid=${token}; Path=/; Max-Age=604800; Secure; HttpOnly; SameSite=Lax`,
  )
  expect(await statusOf(token)).toBe(200)
  expect(JSON.stringify(body)).not.toContain(token)
  const stored = await db.rows<{ digest: Buffer }>(`select digest from sessions where user_id = $1`, [id])
  expect(stored.map(({ digest }) => digest.toString('hex'))).toContain(
    createHash('sha256').update(token).digest('hex'),
  )
})

test('each log-in gets a new token and ends only the session of the cookie it sent', async () => {
  const { email, token: otherToken } = await openSession(system().db)
  const first = tokenOf((await send({ email })).headers)
  const second = tokenOf((await send({ email, headers: pageHeaders(first) })).headers)
  expect(second).not.toBe(first)
  expect(await Promise.all([otherToken, first, second].map(statusOf))).toEqual([200, 401, 200])
})

test('the twenty-first session of a user ends the first one', async () => {
  const { db } = system()
  const visitor = await openSession(db)
  for (let i = 1; i <= 19; i++) {
    await db.row(`insert into sessions (digest, user_id) values ($1, $2)`, [randomBytes(32), visitor.id])
  }
  expect(await statusOf(visitor.token)).toBe(200)
  expect((await send(visitor)).status).toBe(201)
  expect(await statusOf(visitor.token)).toBe(401)
  const { length } = await db.rows(`select 1 from sessions where user_id = $1`, [visitor.id])
  expect(length).toBe(20)
})

test('after ten failed log-ins for an email from a network, that network is answered 429', async () => {
  const known = await openSession(system().db)
  for (const email of [known.email, unknownEmail()]) {
    const from = randomNetworkAddress()
    for (let i = 0; i < 10; i++) expect((await send({ email, password: 'wrong', from })).status).toBe(401)
    const { status, body, headers } = await send({ email: email.toUpperCase(), from })
    expect([status, body.code]).toEqual([429, 'rate_limited'])
    expect(headers.get('retry-after')).toBe(String(body.retryAfterSeconds))
  }
})

test('failed log-ins from other networks do not lock the user out', async () => {
  const { email } = await openSession(system().db)
  for (let attacker = 0; attacker < 3; attacker++) {
    const from = randomNetworkAddress()
    for (let i = 0; i < 11; i++) await send({ email, password: 'wrong', from })
  }
  expect((await send({ email })).status).toBe(201)
})

/** The row of a name in the limits, if there were no secret in it: anybody could compute it. */
const plainRowOf = (email: string, address: string) =>
  hash('sha256', `${email} ${networkOf(address)}`).slice(0, 5)

test('no address that is tried elsewhere is chosen so that it fills the count of a user', async () => {
  const { email } = await openSession(system().db)
  // Of many networks, so that a pair in one row is found at once. For one network it takes a second.
  const homes = new Map(
    Array.from({ length: 3_000 }, randomNetworkAddress).map((home) => [plainRowOf(email, home), home]),
  )
  const elsewhere = randomNetworkAddress()
  let tried = 0
  while (!homes.has(plainRowOf(`${tried}@nowhere.test`, elsewhere))) tried++
  const shared = `${tried}@nowhere.test`
  for (let i = 0; i < 10; i++) await send({ email: shared, password: 'wrong', from: elsewhere })
  expect((await send({ email: shared, from: elsewhere })).status).toBe(429)
  expect((await send({ email, from: homes.get(plainRowOf(shared, elsewhere)) ?? '' })).status).toBe(201)
})

test('a log-in that succeeds forgets the failed ones before it', async () => {
  const { email } = await openSession(system().db)
  const from = randomNetworkAddress()
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 9; i++) expect((await send({ email, password: 'wrong', from })).status).toBe(401)
    expect((await send({ email, from })).status).toBe(201)
  }
})

test('the thirty-first log-in from a network in a minute is answered 429', async () => {
  const network = randomNetworkAddress().replace('::1', '')
  for (let i = 1; i <= 30; i++) {
    expect((await send({ email: unknownEmail(), from: `${network}::${i.toString(16)}` })).status).toBe(401)
  }
  const { email } = await openSession(system().db)
  expect((await send({ email, from: `${network}:1:2:3:4` })).status).toBe(429)
  expect((await send({ email })).status).toBe(201)
})

test.each([
  ['email', { password: 'x' }],
  ['email', { email: 7, password: 'x' }],
  ['email', { email: 'x'.repeat(255), password: 'x' }],
  ['password', { email: 'a@b.test' }],
  ['password', { email: 'a@b.test', password: '' }],
  ['password', { email: 'a@b.test', password: 'x'.repeat(201) }],
])('%s: %j is answered 400 with the field named', async (field, body) => {
  const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': randomNetworkAddress() }
  const answer = await system().call('POST', `${url()}/api/account/session`, { headers, body })
  expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'invalid_request', field])
})
