import { rateLimits } from '@atelier/contract'
import { expect, test } from 'vitest'
import { newKeyText } from '../../src/access/identity/key-text.ts'
import { callTool, legacyMessage, modernMessage, sendMcp } from '../mcp/mcp-client.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('no key, an unknown key and two different keys are answered 401 with a challenge', async () => {
  const { apiKey } = await system().createUser()
  for (const [key, headers] of [
    [undefined, {}],
    ['hsk_half', {}],
    [newKeyText(), {}],
    [apiKey, { 'x-api-key': newKeyText() }],
  ] as const) {
    const message = modernMessage('tools/list')
    const answer = await sendMcp(system(), key, { ...message, headers: { ...message.headers, ...headers } })
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized'])
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer .*resource_metadata=/)
  }
})

test.each([
  ['is revoked', `update api_keys set revoked_at = now() where id = $1`],
  ['has expired', `update api_keys set expires_at = now() - interval '1 s' where id = $1`],
  [
    'belongs to a suspended user',
    `update users set suspended_at = now() from api_keys k where k.id = $1 and k.user_id = users.id`,
  ],
])('a key that %s is answered 401 with a challenge: after a 403 no host asks for another', async (_, end) => {
  const { apiKey, keyId } = await system().createUser()
  await system().db.row(end, [keyId])
  const answer = await sendMcp(system(), apiKey, modernMessage('tools/list'))
  expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized'])
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", resource_metadata=/)
  const byKey = await sendMcp(system(), apiKey, modernMessage('tools/list'), '/mcp/key')
  expect([byKey.status, byKey.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
})

test('a key in the address is never read', async () => {
  const { apiKey } = await system().createUser()
  const { status } = await sendMcp(system(), undefined, modernMessage('tools/list'), `/mcp?key=${apiKey}`)
  expect(status).toBe(401)
})

test('a page of another origin is answered 403, with a key and without; our own page passes', async () => {
  const { apiKey } = await system().createUser()
  const { headers, body } = modernMessage('tools/list')
  const send = (origin: string, key?: string) =>
    sendMcp(system(), key, { body, headers: { ...headers, origin } })
  for (const origin of [
    'https://evil.example',
    'null',
    `${system().baseUrl}.evil.example`,
    'http://127.0.0.1',
  ])
    for (const key of [apiKey, undefined]) {
      const answer = await send(origin, key)
      expect([origin, answer.status, answer.body.jsonrpc]).toEqual([origin, 403, '2.0'])
    }
  expect((await send(new URL(system().baseUrl).origin, apiKey)).status).toBe(200)
})

test('a missing scope is a result of the tool, never an HTTP error', async () => {
  const { apiKey, keyId } = await system().createUser()
  await system().db.row(`update api_keys set scopes = '{read}' where id = $1`, [keyId])
  const denied = await callTool(system(), apiKey, 'generate_image', { prompt: 'a mug' })
  expect(denied).toMatchObject({ ok: false, code: 'scope_missing', scope: 'generate', charged: 'none' })
  expect(denied.hint).toMatch(/needs the scope generate for generate_image/)
  const ping = await callTool(system(), apiKey, 'ping')
  expect(ping).toMatchObject({ ok: true, missingScopes: ['generate', 'cep', 'knowledge'] })
})

test('two users never see each other, by id, by list or by reference', async () => {
  const [owner, other] = [await system().createUser(), await system().createUser()]
  const { product } = await callTool(system(), owner.apiKey, 'create_product', { name: 'secret mug' })
  const job = await callTool(system(), owner.apiKey, 'generate_image', {
    prompt: 'secret prompt',
    product_id: product.id,
    client_ref: 'shared-ref',
  })
  const asOther = (name: string, args = {}) => callTool(system(), other.apiKey, name, args)
  expect((await asOther('list_products')).products).toEqual([])
  expect((await asOther('list_media')).media).toEqual([])
  expect(await asOther('get_product', { product_id: product.id })).toMatchObject({ code: 'not_found' })
  expect(await asOther('get_media', { media_id: job.id })).toMatchObject({ code: 'not_found' })
  expect(await asOther('get_media', { media_ids: [job.id] })).toMatchObject({ media: [], missing: [job.id] })
  expect(await asOther('rename_product', { product_id: product.id, name: 'x' })).toMatchObject({ ok: false })
  expect(await asOther('generate_image', { prompt: 'x', product_id: product.id })).toMatchObject({
    code: 'not_owner',
    charged: 'none',
  })
  const own = await asOther('generate_image', { prompt: 'secret prompt', client_ref: 'shared-ref' })
  expect(own).toMatchObject({ ok: true, charged: 'charged' })
  expect(own.replayed).toBeUndefined()
  expect(own.id).not.toBe(job.id)
})

test('parallel messages of many users never get the answer of another', async () => {
  const users = await Promise.all(Array.from({ length: 12 }, (_, at) => system().createUser(1_000 + at)))
  const calls = users.flatMap((user, at) => Array.from({ length: 8 }, () => ({ user, balance: 1_000 + at })))
  const answers = await Promise.all(calls.map(({ user }) => callTool(system(), user.apiKey, 'ping')))
  expect(answers.map(({ balance }) => balance)).toEqual(calls.map(({ balance }) => balance))
})

test('a budget holds, and a call that is repeated with its client_ref is charged once', async () => {
  const user = await system().createUser()
  await system().db.row(`update api_keys set per_job_credit_limit = 400 where id = $1`, [user.keyId])
  const dear = await callTool(system(), user.apiKey, 'generate_image', { prompt: 'a mug', n: 2 })
  expect(dear).toMatchObject({ ok: false, code: 'budget_exceeded', retryable: false, charged: 'none' })
  const args = { prompt: 'a mug', client_ref: 'mug-1' }
  const first = await callTool(system(), user.apiKey, 'generate_image', args)
  const again = await callTool(system(), user.apiKey, 'generate_image', args)
  expect(again).toMatchObject({ ok: true, id: first.id, replayed: true, charged: 'charged' })
  const other = await callTool(system(), user.apiKey, 'generate_image', { ...args, prompt: 'a cup' })
  expect(other).toMatchObject({ ok: false, code: 'client_ref_conflict', existingId: first.id })
  const entries = await system().entries(user)
  expect(entries.filter(({ reason }) => reason === 'image_generation')).toHaveLength(1)
})

test('a call is counted as over HTTP, once, and a refused one says when to come again', async () => {
  const user = await system().createUser()
  const before = await system().call('GET', '/api/gen/credits', { key: user.apiKey })
  await callTool(system(), user.apiKey, 'ping')
  await sendMcp(system(), user.apiKey, modernMessage('tools/list'))
  const after = await system().call('GET', '/api/gen/credits', { key: user.apiKey })
  const left = (reply: typeof before) => Number(reply.headers.get('x-ratelimit-remaining'))
  expect(left(before) - left(after)).toBe(2)
  for (let at = 0; at < rateLimits.submits; at++)
    await callTool(system(), user.apiKey, 'generate_image', { prompt: 'a mug', client_ref: `r-${at}` })
  const refused = await callTool(system(), user.apiKey, 'generate_image', { prompt: 'a mug' })
  expect(refused).toMatchObject({ ok: false, code: 'rate_limited', retryable: true, charged: 'none' })
  expect(refused.retryAfterSeconds).toBeGreaterThan(0)
})

test('messages have a limit of their own', async () => {
  const user = await system().createUser()
  const { headers } = await sendMcp(system(), user.apiKey, legacyMessage('tools/list'))
  expect(headers.get('x-ratelimit-limit')).toBe(String(rateLimits.mcp))
})

test('unknown well-known addresses, which clients look for, are answered 404 in JSON', async () => {
  for (const path of [
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp/key',
    '/.well-known/oauth-authorization-server/mcp',
    '/.well-known/openid-configuration',
    '/mcp/.well-known/openid-configuration',
  ]) {
    const { status, headers, body } = await system().call('GET', path, { headers: { accept: 'text/html' } })
    expect([path, status, body.code]).toEqual([path, 404, 'not_found'])
    expect(headers.get('content-type')).toMatch(/^application\/json/)
  }
})
