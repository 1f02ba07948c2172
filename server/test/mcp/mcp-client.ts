import type { Reply, TestClient } from '../use-system.ts'

export const MODERN = '2026-07-28'
const LEGACY = '2025-06-18'

type Json = Record<string, unknown>
// biome-ignore lint/suspicious/noExplicitAny: a response can be anything; each test states what it expects.
export type Answered = Reply<any>

/** One message in the form that clients send since 2026-07-28; `change` makes it a wrong one. */
export function modernMessage(
  method: string,
  params: Json = {},
  change: { headers?: Json; meta?: Json } = {},
) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    ...change.meta,
  }
  const headers = {
    'mcp-protocol-version': MODERN,
    'mcp-method': method,
    ...(typeof params.name === 'string' && { 'mcp-name': params.name }),
    ...change.headers,
  }
  return {
    headers: defined(headers),
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: defined(meta) } },
  }
}

/** The same as clients before it send it, after their handshake. */
export const legacyMessage = (method: string, params: Json = {}) => ({
  headers: { 'mcp-protocol-version': LEGACY },
  body: { jsonrpc: '2.0', id: 1, method, params },
})

const defined = (fields: Json): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >

type Sent = { headers?: Record<string, string>; body: unknown }

export const sendMcp = (
  { call }: Pick<TestClient, 'call'>,
  key: string | undefined,
  { headers = {}, body }: Sent,
  path = '/mcp',
): Promise<Answered> =>
  call('POST', path, {
    ...(key !== undefined && { bearer: key }),
    body,
    headers: { accept: 'application/json, text/event-stream', ...headers },
  })

/** Calls a tool and returns its result. */
export async function callTool(
  system: Pick<TestClient, 'call'>,
  key: string,
  name: string,
  args: Json = {},
  // biome-ignore lint/suspicious/noExplicitAny: each test states what it expects.
): Promise<any> {
  const message = modernMessage('tools/call', { name, arguments: args })
  const { status, body } = await sendMcp(system, key, message, '/mcp?tools=all')
  if (status !== 200) throw new Error(`${name}: HTTP ${status} ${JSON.stringify(body)}`)
  const [content] = body.result.content
  return readText(content.text)
}

/** The text of a result: JSON, or the guide as Markdown. */
export const readText = (text: string) => (text.startsWith('{') ? JSON.parse(text) : { ok: true, text })
