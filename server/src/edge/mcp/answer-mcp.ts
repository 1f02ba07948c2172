import {
  createMcpHandler,
  type JSONRPCRequest,
  type Server,
  type Transport,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Answer, Call } from '#edge/http'
import { attempt, Refusal } from '#platform/refusal'
import { answerModernCall } from './answer-modern-call.ts'
import { classifyMessage, MODERN_REVISION } from './classify-message.ts'
import { errorAnswer, PARSE_ERROR, REQUEST_ERROR } from './error-answer.ts'
import { openServer, type ServedCall } from './open-server.ts'

type McpCall = ServedCall & Pick<Call, 'headers' | 'body'>

/**
 * Answers one message of the protocol, in the era that the client speaks: since 2026-07-28 each message says
 * all about itself, before that a handshake came first. Nothing is kept between two messages, so the server
 * object is a new one for each. Every answer is one JSON object, never a stream of events.
 */
export async function answerMcp(call: McpCall): Promise<Answer> {
  const message = await attempt(call.body)
  if (message instanceof Refusal) {
    const code = message.code === 'invalid_json' ? PARSE_ERROR : REQUEST_ERROR
    return errorAnswer(message.status, code, message.message)
  }
  const failures: unknown[] = []
  const newServer: NewServer = (versions) => openServer(call, (error) => failures.push(error), versions)
  const answer = await answerMessage(call, message, newServer)
  // A bug, which the protocol would answer with the text of the error.
  if (failures.length > 0) throw failures[0]
  return answer
}

type NewServer = (versions?: { supportedProtocolVersions: string[] }) => Server

async function answerMessage(call: McpCall, message: unknown, newServer: NewServer): Promise<Answer> {
  const found = classifyMessage(call.headers, message)
  if (found.kind === 'plain request') return answerPlain(newServer(), found.message)
  if (found.kind === 'modern call') {
    const answer = await answerModernCall(newServer({ supportedProtocolVersions: [MODERN_REVISION] }), found)
    if (answer) return answer
  }
  const request = new Request(`${call.app.config.publicUrl}/mcp`, {
    method: 'POST',
    headers: protocolHeaders(call.headers),
  })
  if (found.kind === 'legacy') return answerLegacy(newServer(), request, message)
  servers.set(request, newServer)
  return toAnswer(await modern.fetch(request, { parsedBody: message }))
}

/** Who answers each request: the handler is the same for all of them. */
const servers = new WeakMap<Request, NewServer>()

/** The handshake has a path of its own. Without change notices there is nothing to subscribe to. */
const modern = createMcpHandler(
  ({ requestInfo }) => {
    const newServer = requestInfo && servers.get(requestInfo)
    if (!newServer) throw new Error('a request without a server')
    return newServer()
  },
  { legacy: 'reject', maxSubscriptions: 0 },
)

/** The server is not closed: nothing else refers to it, and closing makes an error for nobody. */
async function answerPlain(server: Server, message: JSONRPCRequest): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const nothing = async () => undefined
  const transport: Transport = { start: nothing, close: nothing, send: async (sent) => resolve(sent) }
  await server.connect(transport)
  transport.onmessage?.(message)
  return { status: 200, headers: { 'content-type': 'application/json' }, text: JSON.stringify(await promise) }
}

/** The SDK would answer these clients with a stream of events, so its transport is opened by hand. */
async function answerLegacy(server: Server, request: Request, parsedBody: unknown): Promise<Answer> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await toAnswer(await transport.handleRequest(request, { parsedBody }))
  } finally {
    await server.close()
  }
}

/** The two types are asked for in any case: a client that forgets one of them gets the same JSON. */
const protocolHeaders = (headers: Call['headers']): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith('mcp-') && typeof value === 'string' ? [[name, value]] : [],
    ),
  ),
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
})

async function toAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  const { status, headers } = response
  if (text === '') return { status }
  return { status, headers: { 'content-type': headers.get('content-type') ?? 'application/json' }, text }
}
