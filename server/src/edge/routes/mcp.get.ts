import { endpoints } from '@atelier/contract'
import { answerDocument, publicRoute } from '#edge/http'
import { loadAgentFile } from '#platform/agent-files'

export const serveClient = publicRoute(endpoints.serveClient, async (call) =>
  answerDocument(call, loadAgentFile(call.app.agentFiles, 'svc_mcp.py')),
)

export const serveConnect = publicRoute(endpoints.serveConnect, async (call) =>
  answerDocument(call, loadAgentFile(call.app.agentFiles, 'connect.py')),
)

export const listPlugins = publicRoute(endpoints.listPlugins, async (call) =>
  answerDocument(call, loadAgentFile(call.app.agentFiles, 'plugins', 'index.json')),
)

export const servePlugin = publicRoute(endpoints.servePlugin, async (call) =>
  answerDocument(call, loadAgentFile(call.app.agentFiles, 'plugins', call.params.plugin, call.params.file)),
)
