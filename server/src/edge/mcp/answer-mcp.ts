import {
  createMcpHandler,
  isLegacyRequest,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Answer, Call } from '#edge/http'
import { attempt, Refusal } from '#platform/refusal'
import { errorAnswer, PARSE_ERROR, REQUEST_ERROR } from './error-answer.ts'
import { fail } from './fail.ts'
import { offeredTools } from './offered-tools.ts'
import { runTool } from './run-tool.ts'
import type { Carrier } from './tool-call.ts'
import type { ToolTable } from './tool-table.ts'
import { writeResult } from './write-result.ts'

type McpCall = Carrier & Pick<Call, 'headers' | 'body'> & { query: { tools?: string | undefined } }

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
  const newServer = () => openServer(call, (error) => failures.push(error))
  const request = new Request(`${call.app.config.publicUrl}/mcp`, {
    method: 'POST',
    headers: protocolHeaders(call.headers),
  })
  const response = (await isLegacyRequest(request, message))
    ? await answerLegacy(newServer(), request, message)
    : await createMcpHandler(newServer, MODERN).fetch(request, { parsedBody: message })
  const text = await response.text()
  // A bug, which the protocol would answer with the text of the error.
  if (failures.length > 0) throw failures[0]
  return toAnswer(response, text)
}

/** The handshake has a path of its own below. Without change notices there is nothing to subscribe to. */
const MODERN = { legacy: 'reject', maxSubscriptions: 0 } as const

/** The SDK would answer these clients with a stream of events, so its transport is opened by hand. */
async function answerLegacy(server: Server, request: Request, parsedBody: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody })
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

function openServer({ query, ...carrier }: McpCall, onFailure: (error: unknown) => void): Server {
  const table = carrier.app.agentFiles.tools as ToolTable
  const tools = offeredTools(table, query.tools)
  const server = new Server(
    { name: 'svc', version: table.version },
    { capabilities: { tools: {} }, instructions: table.instructions },
  )
  server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ name, title, description, inputSchema, annotations }) => ({
      name,
      title,
      description,
      inputSchema,
      annotations,
    })),
  }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name)
    try {
      const result = tool
        ? await runTool(table, tool, params.arguments, carrier)
        : fail(table, 'unknown_tool', `There is no tool ${params.name}.`, {
            hint: `The tools are: ${tools.map(({ name }) => name).join(', ')}.`,
          })
      return { content: [{ type: 'text', text: writeResult(result) }], isError: false }
    } catch (error) {
      onFailure(error)
      throw error
    }
  })
  return server
}

function toAnswer({ status, headers }: Response, text: string): Answer {
  if (text === '') return { status }
  return { status, headers: { 'content-type': headers.get('content-type') ?? 'application/json' }, text }
}
