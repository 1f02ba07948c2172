import { answerAsset } from '#edge/dashboard'
import { publicRoute } from '#edge/http'

/** Not part of the interface: the page of the dashboard names these files, and nobody else needs them. */
const asset = {
  method: 'GET',
  path: '/assets/{file}',
  chapter: 'Service',
  summary: 'A file of the dashboard',
  auth: 'open',
  answer: { status: 200, description: 'The bytes', type: '*/*' },
} as const

export const serveAsset = publicRoute(asset, async (call) => answerAsset(call, call.params.file))
