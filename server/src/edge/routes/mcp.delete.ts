import { publicRoute } from '#edge/http'
import { methodNotAllowed } from '#edge/mcp'

/** Not part of the interface: a client that had a session would end it here. */
const endSession = {
  method: 'DELETE',
  path: '/mcp',
  chapter: 'MCP',
  summary: 'There are no sessions of the protocol to end',
  auth: 'open',
  answer: { status: 200, description: 'Never' },
} as const

export const refuseMcpDelete = publicRoute(endSession, async () => methodNotAllowed())

export const refuseMcpKeyDelete = publicRoute({ ...endSession, path: '/mcp/key' }, async () =>
  methodNotAllowed(),
)
