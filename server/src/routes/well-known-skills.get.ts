import { endpoints } from '@atelier/contract'
import { answerDocument, openToAll } from '#http'
import { loadKitFile } from '#kit'

export const listSkills = openToAll(endpoints.listSkills, async (call) =>
  answerDocument(call, loadKitFile(call.app.kit, 'skills', 'index.json')),
)

export const serveSkill = openToAll(endpoints.serveSkill, async (call) =>
  answerDocument(call, loadKitFile(call.app.kit, 'skills', call.params.skill, call.params.file)),
)
