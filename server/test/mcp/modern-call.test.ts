// Calls of tools in the newer era go past the transport of the SDK. What they are answered must be what the
// SDK would answer, and what is not exactly regular must be left to it.
import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import { answerModernCall } from '../../src/edge/mcp/answer-modern-call.ts'
import { classifyMessage, MODERN_REVISION } from '../../src/edge/mcp/classify-message.ts'

const META = {
  'io.modelcontextprotocol/protocolVersion': MODERN_REVISION,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
}
const HEADERS = { 'mcp-protocol-version': MODERN_REVISION, 'mcp-method': 'tools/call', 'mcp-name': 'ping' }
const call = (params: object = {}) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name: 'ping', arguments: {}, _meta: META, ...params },
})

let runs = 0
function newServer(versions: { supportedProtocolVersions?: string[] } = {}): Server {
  const server = new Server({ name: 'svc', version: '1' }, { capabilities: { tools: {} }, ...versions })
  server.setRequestHandler('tools/call', async ({ params }) => {
    runs++
    if (params.arguments?.fails) throw new Error('a tool that fails')
    return { content: [{ type: 'text', text: params.name }], isError: false }
  })
  return server
}

async function askSdk(body: object) {
  const headers = {
    ...HEADERS,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const handler = createMcpHandler(() => newServer(), { legacy: 'reject', maxSubscriptions: 0 })
  const request = new Request('http://localhost/mcp', { method: 'POST', headers })
  const response = await handler.fetch(request, { parsedBody: body })
  return { status: response.status, body: await response.json() }
}

async function askUs(body: object) {
  const found = classifyMessage(HEADERS, body)
  if (found.kind !== 'modern call') throw new Error(`classified as ${found.kind}`)
  const answer = await answerModernCall(newServer({ supportedProtocolVersions: [MODERN_REVISION] }), found)
  return answer && { status: answer.status, body: JSON.parse((answer as { text: string }).text) }
}

test.each([
  ['a regular call', call(), 1],
  ['arguments that are none', call({ arguments: 3 }), 0],
  ['a tool that fails', call({ arguments: { fails: true } }), 1],
])('%s is answered as the SDK answers it, and runs as often', async (_, body, times) => {
  runs = 0
  const answer = await askUs(body)
  expect(runs).toBe(times)
  expect(answer).toEqual(await askSdk(body))
})

test.each([
  ['without the header of the version', { 'mcp-protocol-version': undefined }, call()],
  ['without the header of the method', { 'mcp-method': undefined }, call()],
  ['without the header of the name', { 'mcp-name': undefined }, call()],
  ['with the name of another tool in the header', { 'mcp-name': 'generate_image' }, call()],
  ['with another method in the header', { 'mcp-method': 'tools/list' }, call()],
  ['with another version in the header', { 'mcp-protocol-version': '2025-06-18' }, call()],
  [
    'of an unknown version',
    {},
    call({ _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': '2030-01-01' } }),
  ],
  ['without an id', {}, { ...call(), id: undefined }],
  ['of another method', { 'mcp-method': 'tools/list' }, { ...call(), method: 'tools/list' }],
])('a message %s is left to the SDK', (_, headers, body) => {
  expect(classifyMessage({ ...HEADERS, ...headers }, JSON.parse(JSON.stringify(body))).kind).not.toBe(
    'modern call',
  )
})

test('a request of the older era is answered without the transport, too', () => {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ping', arguments: {} } }
  expect(classifyMessage({ 'mcp-protocol-version': '2025-06-18' }, body).kind).toBe('plain request')
  expect(classifyMessage({}, body).kind).toBe('plain request')
  expect(classifyMessage({ 'mcp-name': 'ping' }, body).kind).toBe('legacy')
})
