import { KeySecret, TEST_CREDITS } from '@atelier/contract'
import { expect, test } from 'vitest'
import { readCredits, verifyChain } from '../../src/access/credits/index.ts'
import { ownerOf } from '../../src/access/identity/index.ts'
import { openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const create = (headers: Record<string, string>, body: Record<string, unknown> = {}) =>
  system().call('POST', '/api/account/keys', { headers, body: { name: 'night agent', ...body } })

test('a key has all scopes and no limits by default, and its secret works', async () => {
  const { call, db } = system()
  const { headers } = await openSession(db)
  const { status, body } = await create(headers)
  expect(status).toBe(201)
  const { key, secret } = KeySecret.parse(body)
  expect(key).toMatchObject({
    name: 'night agent',
    prefix: secret.slice(0, 12),
    scopes: ['read', 'generate', 'cep', 'knowledge'],
    mode: 'live',
    dailyCreditLimit: null,
    perJobCreditLimit: null,
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
  })
  expect((await call('GET', '/api/gen/credits', { key: secret })).status).toBe(200)
})

test('a key is created with the requested scopes, limits and expiry', async () => {
  const { call, db } = system()
  const { headers } = await openSession(db)
  const limits = { dailyCreditLimit: 4_000, perJobCreditLimit: 0 }
  const request = { scopes: ['cep', 'cep'], expiresAt: '2099-01-02T03:04:05+01:00', ...limits }
  const { body } = await create(headers, { ...request, name: '  Tag  ' })
  expect(body.key).toMatchObject({
    ...limits,
    name: 'Tag',
    scopes: ['cep'],
    expiresAt: '2099-01-02T02:04:05.000Z',
  })
  const refused = await call('GET', '/api/gen/credits', { key: body.secret })
  expect([refused.status, refused.body.scope]).toEqual([403, 'read'])
})

test.each([
  ['name', { name: '  ' }],
  ['name', { name: 'x'.repeat(201) }],
  ['scopes', { scopes: [] }],
  ['scopes', { scopes: ['everything'] }],
  ['mode', { mode: 'dry' }],
  ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
  ['expiresAt', { expiresAt: '9999-12-31T23:59:59-10:00' }],
  ['expiresAt', { expiresAt: '0164-10-28T03:46:29.13+18:55' }],
  ['expiresAt', { expiresAt: '0000-01-01T00:00:00+23:59' }],
  ['expiresAt', { expiresAt: 'tomorrow' }],
  ['dailyCreditLimit', { dailyCreditLimit: -1 }],
  ['perJobCreditLimit', { perJobCreditLimit: '10' }],
  // A live key gets no mix, and no mix is more than everything.
  ['testMix', { testMix: { percent: { fail: 10 } } }],
  ['testMix', { mode: 'test', testMix: { percent: { fail: 60, hang: 41 } } }],
])('%s: %j is answered 400 with the field named', async (field, request) => {
  const { headers } = await openSession(system().db)
  const { status, body } = await create(headers, request)
  expect([status, body.code, body.field]).toEqual([400, 'invalid_request', field])
})

test('of 20 concurrent keys exactly 10 are created; a revoked or expired one makes room', async () => {
  const { call, db } = system()
  const { id, headers } = await openSession(db)
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(headers)))
  const created = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status === 409)
  expect([created.length, refused.length]).toEqual([10, 10])
  expect(refused.every(({ body }) => body.code === 'key_limit_reached')).toBe(true)
  const { body } = await call('GET', '/api/account/keys', { headers })
  expect(body.keys).toHaveLength(10)
  expect((await call('DELETE', `/api/account/keys/${created[0]?.body.key.id}`, { headers })).status).toBe(200)
  expect([(await create(headers)).status, (await create(headers)).status]).toEqual([201, 409])
  await db.row(`update api_keys set expires_at = now() where id = $1`, [created[1]?.body.key.id])
  expect([(await create(headers)).status, (await create(headers)).status]).toEqual([201, 409])
  expect((await db.rows(`select 1 from api_keys where user_id = $1`, [id])).length).toBe(12)
})

test('test keys created concurrently share one account of test credits', async () => {
  const { call, db } = system()
  const { id, headers } = await openSession(db)
  const answers = await Promise.all(Array.from({ length: 5 }, () => create(headers, { mode: 'test' })))
  expect(answers.map(({ status, body }) => [status, body.key.mode])).toEqual(Array(5).fill([201, 'test']))
  const { body } = await call('GET', '/api/gen/credits', { key: answers[0]?.body.secret })
  expect([body.balance, body.transactions.length]).toEqual([TEST_CREDITS, 1])
  expect(body.transactions[0]).toMatchObject({ amount: TEST_CREDITS, reason: 'credit_grant' })
  expect(await verifyChain(db, ownerOf(id, 'test'))).toMatchObject({ valid: true, checked: 1 })
  expect((await readCredits(db, ownerOf(id, 'live'), { limit: 1 })).balance).toBe(0)
})

test('an expired key is refused from that moment on, even where it is cached', async () => {
  const { call, db } = system()
  const { headers } = await openSession(db)
  const expiresAt = new Date(Date.now() + 1_200)
  const { body } = await create(headers, { expiresAt: expiresAt.toISOString() })
  const status = async () => (await call('GET', '/api/gen/credits', { key: body.secret })).status
  expect(await status()).toBe(200)
  await expect.poll(status, { timeout: 3_000, interval: 50 }).toBe(403)
  expect(Date.now() - expiresAt.getTime()).toBeLessThan(500)
})
