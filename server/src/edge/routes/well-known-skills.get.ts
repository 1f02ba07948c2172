import { endpoints } from '@atelier/contract'
import { answerDocument, openToAll } from '#edge/http'
import { loadAgentFile } from '#platform/agent-files'

export const listSkills = openToAll(endpoints.listSkills, async (call) =>
  answerDocument(call, loadAgentFile(call.app.agentFiles, 'skills', 'index.json')),
)

export const serveSkill = openToAll(endpoints.serveSkill, async (call) =>
  answerDocument(call, loadAgentFile(call.app.agentFiles, 'skills', call.params.skill, call.params.file)),
)
