import { AttachBody, endpoints } from '@atelier/contract'
import { keyRoute } from '#edge/http'
import { parseFields } from '#platform/refusal'
import { attachMedia as attach } from '#production/media'

export const attachMedia = keyRoute(endpoints.attachMedia, async ({ app, caller, params, body }) => {
  const { generatedMediaId } = parseFields(AttachBody, body(), 'body')
  return { status: 200, body: await attach(app, caller, params.id, generatedMediaId) }
})
