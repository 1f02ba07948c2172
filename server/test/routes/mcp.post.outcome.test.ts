import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { callTool, legacyMessage, MODERN, modernMessage, sendMcp } from '../mcp/mcp-client.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const newUser = () => system().createUser()

async function connect(key: string, mode: 'legacy' | { pin: string }, path = '/mcp') {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const types: (string | null)[] = []
  const transport = new StreamableHTTPClientTransport(new URL(system().baseUrl + path), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      if (init?.method === 'POST') types.push(response.headers.get('content-type'))
      return response
    },
  })
  await client.connect(transport)
  return { client, types }
}

test.each([
  ['the handshake', 'legacy'],
  [MODERN, { pin: MODERN }],
] as const)('a client of %s lists the tools and calls one, in plain JSON', async (_, mode) => {
  const user = await newUser()
  const { client, types } = await connect(user.apiKey, mode)
  expect(client.getInstructions()).toMatch(/^Produces ad images/)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('report_results')
  expect(tools).toHaveLength(23)
  expect(tools.every((tool) => tool.outputSchema === undefined)).toBe(true)
  const result = await client.callTool({ name: 'ping', arguments: {} })
  expect(result.isError).toBeFalsy()
  expect(result.structuredContent).toBeUndefined()
  const [content] = result.content as { type: string; text: string }[]
  expect(JSON.parse(content?.text ?? '')).toMatchObject({ ok: true, balance: 1_000_000 })
  await client.close()
  expect(types.length).toBeGreaterThan(1)
  expect(types.filter((type) => type !== null && !type.startsWith('application/json'))).toEqual([])
})

test('the address can ask for extra tools, by name or all', async () => {
  const { apiKey } = await newUser()
  const list = async (path: string) => {
    const { body } = await sendMcp(system(), apiKey, modernMessage('tools/list'), path)
    return body.result.tools.map(({ name }: { name: string }) => name)
  }
  expect(await list('/mcp?tools=quote_job,nonsense')).toContain('quote_job')
  expect(await list('/mcp?tools=quote_job,nonsense')).toHaveLength(24)
  expect(await list('/mcp?tools=all')).toHaveLength(27)
})

test('a notification is answered 202 without a body, in both eras', async () => {
  const { apiKey } = await newUser()
  const notice = { jsonrpc: '2.0', method: 'notifications/initialized' }
  const { status, body } = await sendMcp(system(), apiKey, { body: notice })
  expect([status, body]).toEqual([202, ''])
  const { id: _, ...modern } = modernMessage('notifications/cancelled', { requestId: 1 }).body
  const { headers } = modernMessage('notifications/cancelled')
  expect((await sendMcp(system(), apiKey, { headers, body: modern })).status).toBe(202)
})

test('headers that are missing or differ from the body are answered 400 with -32020', async () => {
  const { apiKey } = await newUser()
  for (const headers of [
    { 'mcp-method': undefined },
    { 'mcp-method': 'tools/call' },
    { 'mcp-protocol-version': '2025-06-18' },
    { 'mcp-protocol-version': undefined },
  ]) {
    const { status, body } = await sendMcp(system(), apiKey, modernMessage('tools/list', {}, { headers }))
    expect([headers, status, body.error?.code]).toEqual([headers, 400, -32_020])
  }
  const wrongName = modernMessage('tools/call', { name: 'ping' }, { headers: { 'mcp-name': 'list_media' } })
  expect((await sendMcp(system(), apiKey, wrongName)).body.error.code).toBe(-32_020)
})

test('an unknown version is answered 400 with -32022 and the supported ones', async () => {
  const { apiKey } = await newUser()
  const version = '2031-01-01'
  const message = modernMessage(
    'tools/list',
    {},
    {
      headers: { 'mcp-protocol-version': version },
      meta: { 'io.modelcontextprotocol/protocolVersion': version },
    },
  )
  const { status, body } = await sendMcp(system(), apiKey, message)
  expect([status, body.error.code]).toEqual([400, -32_022])
  expect(body.error.data).toMatchObject({ supported: [MODERN], requested: version })
})

test('an unknown method is answered 404 with -32601; what a version lacks is unknown there', async () => {
  const { apiKey } = await newUser()
  for (const method of ['resources/list', 'ping', 'initialize', 'nonsense']) {
    const { status, body } = await sendMcp(system(), apiKey, modernMessage(method))
    expect([method, status, body.error.code]).toEqual([method, 404, -32_601])
  }
  const { body } = await sendMcp(system(), apiKey, legacyMessage('resources/list'))
  expect(body.error.code).toBe(-32_601)
})

test('required members of _meta that are missing are answered 400 with -32602', async () => {
  const { apiKey } = await newUser()
  const message = modernMessage(
    'tools/list',
    {},
    { meta: { 'io.modelcontextprotocol/clientCapabilities': undefined } },
  )
  const { status, body } = await sendMcp(system(), apiKey, message)
  expect([status, body.error.code]).toEqual([400, -32_602])
})

test('server/discover names the version and the tools; there is nothing to subscribe to', async () => {
  const { apiKey } = await newUser()
  const { body } = await sendMcp(system(), apiKey, modernMessage('server/discover'))
  expect(body.result).toMatchObject({ supportedVersions: [MODERN], capabilities: { tools: {} } })
  expect(body.result.capabilities.tools.listChanged).toBeFalsy()
  const listen = await sendMcp(system(), apiKey, modernMessage('subscriptions/listen', { notifications: {} }))
  expect(listen.headers.get('content-type')).toMatch(/^application\/json/)
  expect(listen.body.error.code).toBe(-32_603)
})

test('a list of messages, broken JSON and a value that is no object are refused as JSON-RPC', async () => {
  const { apiKey } = await newUser()
  const { body: message } = legacyMessage('tools/list')
  for (const [text, code] of [
    [JSON.stringify([message]), -32_600],
    [JSON.stringify([message, message]), -32_600],
    ['[]', -32_600],
    ['"text"', -32_600],
    ['null', -32_600],
    ['{"jsonrpc":', -32_700],
    ['\xff', -32_700],
  ] as const) {
    const { status, body } = await sendMcp(system(), apiKey, { body: text })
    expect([text, status, body.jsonrpc, body.id, body.error?.code]).toEqual([text, 400, '2.0', null, code])
  }
})

test('a body with too many bytes, keys or levels is refused before anything is done with it', async () => {
  const { apiKey } = await newUser()
  const keys = Object.fromEntries(Array.from({ length: 15_001 }, (_, at) => [`k${at}`, 0]))
  let deep: unknown = 0
  for (let level = 0; level < 25; level++) deep = { deep }
  for (const [what, params] of [
    ['bytes', { text: 'x'.repeat(262_144) }],
    ['keys', keys],
    ['levels', { deep }],
  ] as const) {
    const { status, body } = await sendMcp(system(), apiKey, legacyMessage('tools/list', params))
    expect([what, status, body.error?.code]).toEqual([what, 400, -32_600])
  }
})

test('sessions and events are never offered, and what names one is ignored', async () => {
  const { apiKey } = await newUser()
  const headers = { 'mcp-session-id': 'x', 'last-event-id': 'y', ...legacyMessage('tools/list').headers }
  const { status, headers: answered } = await sendMcp(system(), apiKey, {
    ...legacyMessage('tools/list'),
    headers,
  })
  expect([status, answered.get('mcp-session-id')]).toEqual([200, null])
})

test('an unknown tool and wrong arguments are results that say what to do', async () => {
  const { apiKey } = await newUser()
  expect(await callTool(system(), apiKey, 'nonsense')).toMatchObject({ ok: false, code: 'unknown_tool' })
  const wrong = await callTool(system(), apiKey, 'list_products', { limit: 'many' })
  expect(wrong).toMatchObject({ ok: false, code: 'bad_arguments', field: 'limit', charged: 'none' })
  const half = await callTool(system(), apiKey, 'create_product', { name: 'a\ud83d' })
  expect(half).toMatchObject({ ok: false, code: 'bad_arguments', field: 'name' })
  const nul = await callTool(system(), apiKey, 'create_product', { name: 'a\u0000' })
  expect(nul).toMatchObject({ ok: false, code: 'invalid_request', field: 'name' })
})
