import { endpoints, McpQuery } from '@atelier/contract'
import type { Caller } from '#access/identity'
import { type Call, keyRoute, parseQuery } from '#edge/http'
import { answerMcp, refuseOtherOrigins } from '#edge/mcp'

type Message = Omit<Call<string, Caller>, 'params'>

const answer = (call: Message) => answerMcp({ ...call, query: parseQuery(McpQuery, call.query) })

export const serveMcp = { ...keyRoute(endpoints.serveMcp, answer), guard: refuseOtherOrigins }

export const serveMcpByKey = { ...keyRoute(endpoints.serveMcpByKey, answer), guard: refuseOtherOrigins }
