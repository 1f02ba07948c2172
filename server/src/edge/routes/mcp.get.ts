import { endpoints } from '@atelier/contract'
import { answerDocument, publicRoute } from '#edge/http'
import { methodNotAllowed } from '#edge/mcp'
import { loadAgentFile } from '#platform/agent-files'

export const serveClient = publicRoute(endpoints.serveClient, async (call) =>
  answerDocument(call, loadAgentFile(call.app.agentFiles, 'svc_mcp.py')),
)

export const serveConnect = publicRoute(endpoints.serveConnect, async (call) =>
  answerDocument(call, loadAgentFile(call.app.agentFiles, 'connect.py')),
)

export const serveWheel = publicRoute(endpoints.serveWheel, async (call) =>
  answerDocument(call, loadAgentFile(call.app.agentFiles, 'wheels', call.params.file)),
)

export const listPlugins = publicRoute(endpoints.listPlugins, async (call) =>
  answerDocument(call, loadAgentFile(call.app.agentFiles, 'plugins', 'index.json')),
)

export const servePlugin = publicRoute(endpoints.servePlugin, async (call) =>
  answerDocument(call, loadAgentFile(call.app.agentFiles, 'plugins', call.params.plugin, call.params.file)),
)

/** Not part of the interface: a client that wants events, or looks whether a server is here. */
const listenForEvents = {
  method: 'GET',
  path: '/mcp',
  chapter: 'MCP',
  summary: 'There are no events to listen for',
  auth: 'open',
  answer: { status: 200, description: 'Never' },
} as const

export const refuseMcpGet = publicRoute(listenForEvents, async () => methodNotAllowed())

export const refuseMcpKeyGet = publicRoute({ ...listenForEvents, path: '/mcp/key' }, async () =>
  methodNotAllowed(),
)
