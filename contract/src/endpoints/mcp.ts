import { z } from 'zod'
import { McpAnswer, McpMessage, McpQuery } from '../mcp.ts'
import { MCP_PATH } from '../oauth.ts'
import { AssetAnswer } from '../photos.ts'
import { badBody, type Endpoint, json } from './endpoint.ts'
import { knowledge } from './knowledge.ts'

const message = {
  method: 'POST',
  chapter: 'MCP',
  auth: 'key',
  asksAgain: true,
  limit: 'mcp',
  query: McpQuery,
  body: McpMessage,
  bodyKeys: knowledge.sendReport.bodyKeys,
  passesOn: true,
  otherError: McpAnswer,
  answer: json(200, 'The response to the message', McpAnswer),
  also: {
    202: 'A notification was received; the response has no body',
    403: 'A page of another origin sent it; the body is a JSON-RPC error',
    404: 'There is no such method; the body is a JSON-RPC error',
  },
  refusals: badBody,
} as const

export const mcp = {
  serveMcp: {
    ...message,
    path: MCP_PATH,
    summary: 'The tools of the client for any agent host: MCP over Streamable HTTP',
    tokens: true,
  },
  serveMcpByKey: {
    ...message,
    path: `${MCP_PATH}/key`,
    summary: 'The same for keys alone: for hosts that ignore a key where they find OAuth',
  },
  uploadByTicket: {
    method: 'POST',
    path: '/api/uploads/{ticket}',
    chapter: 'MCP',
    summary: 'Send the file that a tool asked for to the address that it returned, once, within 15 minutes',
    auth: 'open',
    limit: 'uploads',
    params: z.object({
      ticket: z.string().meta({ description: 'From `uploadUrl` in the result of the tool; it is the key' }),
    }),
    form: z.object({}),
    answer: json(201, 'The upload, kept for a day', AssetAnswer),
    refusals: ['invalid_request', 'body_too_large', 'quota_exceeded', 'not_found'],
  },
} as const satisfies Record<string, Endpoint>
