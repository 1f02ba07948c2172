import { endpoints, McpQuery } from '@atelier/contract'
import { keyRoute, parseQuery } from '#edge/http'
import { answerMcp, refuseOtherOrigins } from '#edge/mcp'

export const serveMcp = {
  ...keyRoute(endpoints.serveMcp, async (call) =>
    answerMcp({ ...call, query: parseQuery(McpQuery, call.query) }),
  ),
  guard: refuseOtherOrigins,
}
