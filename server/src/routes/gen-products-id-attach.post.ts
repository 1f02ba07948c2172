import { AttachBody, endpoints } from '@atelier/contract'
import { behindKey } from '#http'
import { attachMedia as attach } from '#media'
import { parseFields } from '#refusal'

export const attachMedia = behindKey(endpoints.attachMedia, async ({ app, caller, params, body }) => {
  const { generatedMediaId } = parseFields(AttachBody, body(), 'body')
  return { status: 200, body: await attach(app, caller, params.id ?? '', generatedMediaId) }
})
