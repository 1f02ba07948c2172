import { expect, test } from 'vitest'
import { openConsent } from '../routes/oauth-flow.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const ask = (method: string, params: object, headers: Record<string, string>, path = '/mcp') =>
  system().call('POST', path, {
    headers: { accept: 'application/json, text/event-stream', ...headers },
    body: { jsonrpc: '2.0', id: 1, method, params },
  })

const bearer = (text: string) => ({ authorization: `Bearer ${text}` })
const callTool = async (name: string, args: object, token: string) => {
  const { status, body } = await ask('tools/call', { name, arguments: args }, bearer(token))
  return { status, text: String(body.result?.content?.[0]?.text) }
}

test('a token calls tools as its owner, within its scopes', async () => {
  const { access } = await openConsent(system(), { scopes: ['read'] })
  expect((await ask('tools/list', {}, bearer(access))).status).toBe(200)
  expect((await callTool('ping', {}, access)).text).toContain('"ok":true')
  const refused = await callTool('create_product', { name: 'mug' }, access)
  expect([refused.status, refused.text.includes('scope_missing')]).toEqual([200, true])
})

test('what a client makes is its owner’s, and nobody else sees it', async () => {
  const { access, visitor } = await openConsent(system())
  const other = await openConsent(system())
  const made = await callTool('create_product', { name: 'a mug of the client' }, access)
  expect(made.text).toContain('prd_')
  const { headers } = visitor
  const { products } = (await system().call('GET', '/api/owner/live/gen/products', { headers })).body
  expect(products.map((one: { name: string }) => one.name)).toEqual(['a mug of the client'])
  expect((await callTool('list_products', {}, other.access)).text).not.toContain('a mug of the client')
})

test('without a valid bearer /mcp leads to the metadata, and /mcp/key nowhere', async () => {
  const { baseUrl, call, createUser } = system()
  const metadata = `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp"`
  const none = await ask('tools/list', {}, {})
  expect([none.status, none.headers.get('www-authenticate')]).toEqual([
    401,
    `Bearer ${metadata}, scope="read generate cep knowledge"`,
  ])
  const { access, key, visitor } = await openConsent(system())
  await call('DELETE', `/api/account/keys/${key.id}`, { headers: visitor.headers })
  const revoked = await ask('tools/list', {}, bearer(access))
  expect(revoked.status).toBe(401)
  expect(revoked.headers.get('www-authenticate')).toContain('error="invalid_token"')
  const byKey = await ask('tools/list', {}, {}, '/mcp/key')
  expect([byKey.status, byKey.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  const { apiKey } = await createUser()
  for (const path of ['/mcp', '/mcp/key'])
    expect((await ask('tools/list', {}, bearer(apiKey), path)).status).toBe(200)
  const other = await openConsent(system())
  expect((await ask('tools/list', {}, bearer(other.access), '/mcp/key')).status).toBe(401)
})
