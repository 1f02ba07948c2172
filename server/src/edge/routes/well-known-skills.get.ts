import { endpoints } from '@atelier/contract'
import { answerDocument, openToAll } from '#edge/http'
import { loadKitFile } from '#platform/agent-files'

export const listSkills = openToAll(endpoints.listSkills, async (call) =>
  answerDocument(call, loadKitFile(call.app.kit, 'skills', 'index.json')),
)

export const serveSkill = openToAll(endpoints.serveSkill, async (call) =>
  answerDocument(call, loadKitFile(call.app.kit, 'skills', call.params.skill, call.params.file)),
)
