import { endpoints } from '@atelier/contract'
import { behindKey } from '#http'
import { slotHeaders } from '#limits'
import { readImageOrder, submitMedia } from '#media'

export const submitImage = behindKey(endpoints.submitImage, async ({ app, caller, body }) => {
  const { answer, replayed, slot } = await submitMedia(app, caller, () =>
    readImageOrder(body(), app.providers),
  )
  const headers = { ...slotHeaders(slot), ...(replayed && { 'idempotent-replayed': 'true' }) }
  return { status: 201, body: answer, headers }
})
