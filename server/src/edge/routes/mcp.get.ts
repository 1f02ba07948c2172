import { endpoints } from '@atelier/contract'
import { answerDocument, openToAll } from '#edge/http'
import { loadKitFile } from '#platform/agent-files'

export const serveClient = openToAll(endpoints.serveClient, async (call) =>
  answerDocument(call, loadKitFile(call.app.kit, 'svc_mcp.py')),
)

export const serveConnect = openToAll(endpoints.serveConnect, async (call) =>
  answerDocument(call, loadKitFile(call.app.kit, 'connect.py')),
)

export const listPlugins = openToAll(endpoints.listPlugins, async (call) =>
  answerDocument(call, loadKitFile(call.app.kit, 'plugins', 'index.json')),
)

export const servePlugin = openToAll(endpoints.servePlugin, async (call) =>
  answerDocument(call, loadKitFile(call.app.kit, 'plugins', call.params.plugin, call.params.file)),
)
