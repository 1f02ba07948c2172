import { endpoints } from '@atelier/contract'
import { answerDocument, publicRoute } from '#edge/http'
import { loadAgentFile } from '#platform/agent-files'

export const listSkills = publicRoute(endpoints.listSkills, async (call) =>
  answerDocument(call, loadAgentFile(call.app.agentFiles, 'skills', 'index.json')),
)

export const serveSkill = publicRoute(endpoints.serveSkill, async (call) =>
  answerDocument(call, loadAgentFile(call.app.agentFiles, 'skills', call.params.skill, call.params.file)),
)
