import { endpoints } from '@atelier/contract'
import { answerDocument, publicRoute } from '#edge/http'
import { loadAgentFile } from '#platform/agent-files'

export const listStandardSkills = publicRoute(endpoints.listStandardSkills, async (call) =>
  answerDocument(call, loadAgentFile(call.app.agentFiles, 'agent-skills', 'index.json')),
)

export const serveStandardSkill = publicRoute(endpoints.serveStandardSkill, async (call) =>
  answerDocument(
    call,
    loadAgentFile(call.app.agentFiles, 'agent-skills', call.params.skill, call.params.file),
  ),
)
