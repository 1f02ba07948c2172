import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { waitUntil } from '../../harness/processes/index.ts'
import { createKey } from '../../src/access/identity/index.ts'
import { newKeyText } from '../../src/access/identity/key-text.ts'
import { routes } from '../../src/edge/routes/index.ts'
import { codeOf } from '../authenticator.ts'
import { sendRaw } from '../http/send-raw.ts'
import { ageSession, openSession, PASSWORD } from '../open-session.ts'
import { FACTOR_KEYS } from '../routes/test-entry-security.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { collectLines, type Line } from './collect-lines.ts'

const { log, lines, text } = collectLines()
const system = useSharedSystem()
const url = useOwnApi(routes, { TRUST_PROXY: 'loopback', FACTOR_KEYS }, (app) => {
  app.log = log
})

/** Limits count networks, so each test has one of its own. */
const newNetwork = () => `2001:db8:${(randomBytes(2).readUInt16BE() || 1).toString(16)}:7`
type Sent = { network?: string; headers?: Record<string, string>; key?: string; body?: unknown }

/** The answer to a request, and its line. */
async function send(method: string, path: string, { network = newNetwork(), ...request }: Sent = {}) {
  const headers = {
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': `${network}::1`,
    ...request.headers,
  }
  const answer = await system().call(method, `${url()}${path}`, { ...request, headers })
  const id = answer.headers.get('x-request-id')
  const isIts = (line: Line) => line.msg === 'request' && line.requestId === id
  await waitUntil('the line is written', async () => lines.some(isIts), { withinMs: 5_000 })
  return { ...answer, line: lines.find(isIts) as Line }
}

test('every way in has its line: what was tried, by whom, from where, and how it ended', async () => {
  const { db } = system()
  const [plain, guarded] = [await openSession(db), await openSession(db)]
  const network = newNetwork()
  const from = { route: '/api/account/session', network: expect.stringMatching(/^2001:db8:.+::\/64$/) }
  const enter = (path: string, body: object) => send('POST', `/api/account/${path}`, { network, body })
  const wrong = await enter('session', { email: plain.email, password: 'not the password' })
  expect(wrong.line).toMatchObject({ ...from, status: 401, code: 'unauthorized' })
  const right = await enter('session', { email: plain.email, password: PASSWORD })
  expect(right.line).toMatchObject({ ...from, status: 201, user: plain.id })

  const { secret } = (await send('POST', '/api/account/factor', guarded)).body
  await send('POST', '/api/account/factor/confirm', { ...guarded, body: { code: codeOf(secret, -1) } })
  const first = await enter('session', { email: guarded.email, password: PASSWORD })
  expect(first.line).toMatchObject({ ...from, status: 201, user: guarded.id })
  const { challenge } = first.body
  const step = { ...from, route: '/api/account/session/code' }
  const guess = await enter('session/code', { challenge, code: '000000' })
  expect(guess.line).toMatchObject({ ...step, status: 401, code: 'unauthorized' })
  const done = await enter('session/code', { challenge, code: codeOf(secret) })
  expect(done.line).toMatchObject({ ...step, status: 201, user: guarded.id })

  const token = `00${'x'.repeat(43)}`
  for (const path of ['invitation', 'reset/password', 'verification']) {
    const { line } = await enter(path, { token, password: 'walnut tuba canoe eleven' })
    expect(line).toMatchObject({ ...from, route: `/api/account/${path}`, code: 'unauthorized' })
  }
  const unknown = await send('GET', '/api/gen/credits', { key: newKeyText(), network })
  expect(unknown.line).toMatchObject({ ...from, route: '/api/gen/credits', code: 'unauthorized' })
  for (const secrets of [PASSWORD, secret, plain.email, guarded.token, challenge.split('.')[2]])
    expect(text()).not.toContain(secrets)
})

test('refused access has its line: who it was, with which key, from where, and the reason', async () => {
  const { db, createUser } = system()
  const [owner, other] = [await createUser(), await createUser()]
  const reader = await createKey(db, owner.id, { name: 'reads', scopes: ['read'] })
  const where = { network: expect.stringMatching(/::\/64$/) }
  const submit = await send('POST', '/api/gen/image', { key: reader.secret, body: { prompt: 'a mug' } })
  const who = { user: owner.id, key: reader.key.id }
  expect(submit.line).toMatchObject({ ...where, ...who, status: 403, code: 'scope_missing' })
  const { id } = (await send('POST', '/api/gen/products', { key: other.apiKey, body: { name: 'a' } })).body
  const foreign = await send('GET', `/api/gen/products/${id}`, { key: reader.secret })
  expect(foreign.line).toMatchObject({ ...where, ...who, status: 404, code: 'not_found' })
  const visitor = await openSession(db)
  const admin = await send('GET', '/api/admin/users', { headers: visitor.headers })
  expect(admin.line).toMatchObject({ ...where, user: visitor.id, status: 404, code: 'not_found' })
  await ageSession(db, visitor, 'proved_at', '1 hour')
  const old = await send('POST', '/api/account/factor', { headers: visitor.headers })
  expect(old.line).toMatchObject({ ...where, user: visitor.id, status: 401, code: 'unauthorized' })
})

test('attempts to get around a control have their line', async () => {
  const { db, createUser } = system()
  const { apiKey: key, id: user } = await createUser()
  const visitor = await openSession(db)
  const where = { network: expect.stringMatching(/::\/64$/) }
  const elsewhere = { ...visitor.headers, 'sec-fetch-site': 'cross-site' }
  const site = await send('PATCH', '/api/account/notices', {
    headers: elsewhere,
    body: { lowBalance: false },
  })
  expect(site.line).toMatchObject({ ...where, status: 401 })
  const forged = await send('POST', `/cb/simulator/med_${'0'.repeat(22)}?p=0&t=${'A'.repeat(32)}`, {
    body: {},
  })
  expect(forged.line).toMatchObject({ ...where, route: '/cb/{provider}/{id}', status: 404 })
  const invalid = await send('POST', '/api/gen/image', { key, body: { prompt: '\u0000' } })
  expect(invalid.line).toMatchObject({ ...where, user, status: 400, code: 'invalid_request' })
  const network = newNetwork()
  const guess = () => send('GET', '/api/gen/credits', { key: newKeyText(), network })
  let last = await guess()
  for (let i = 0; i < 80 && last.status !== 429; i++) last = await guess()
  expect(last.line).toMatchObject({ ...where, status: 429, code: 'rate_limited' })
  const before = lines.length
  await sendRaw(Number(new URL(url()).port), Buffer.from('GET / HTTP/1.1\r\nbad header\r\n\r\n'))
  await waitUntil('the line is written', async () => lines.length > before, { withinMs: 5_000 })
  expect(lines.at(-1)).toMatchObject({ msg: 'request', route: 'none', status: 400 })
})

test('the address of who is served is in no line, and each line has its time in UTC', async () => {
  const { apiKey: key, id: user, keyId } = await system().createUser()
  const network = newNetwork()
  const began = Date.now()
  const { line } = await send('GET', '/api/gen/credits', { key, network })
  expect(line).toMatchObject({ role: 'test', method: 'GET', status: 200, user, key: keyId })
  expect(JSON.stringify(line)).not.toContain(network)
  // Milliseconds since 1970, which no time zone moves.
  expect(line.time).toBeGreaterThanOrEqual(began)
  expect(line.time).toBeLessThanOrEqual(Date.now())
})
