import { endpoints } from '@atelier/contract'
import { answerDocument, openToAll } from '#edge/http'
import { loadAgentFile } from '#platform/agent-files'

export const serveClient = openToAll(endpoints.serveClient, async (call) =>
  answerDocument(call, loadAgentFile(call.app.agentFiles, 'svc_mcp.py')),
)

export const serveConnect = openToAll(endpoints.serveConnect, async (call) =>
  answerDocument(call, loadAgentFile(call.app.agentFiles, 'connect.py')),
)

export const listPlugins = openToAll(endpoints.listPlugins, async (call) =>
  answerDocument(call, loadAgentFile(call.app.agentFiles, 'plugins', 'index.json')),
)

export const servePlugin = openToAll(endpoints.servePlugin, async (call) =>
  answerDocument(call, loadAgentFile(call.app.agentFiles, 'plugins', call.params.plugin, call.params.file)),
)
