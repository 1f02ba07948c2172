import { endpoints } from '@atelier/contract'
import { keyRoute } from '#edge/http'
import { submitMedia } from '#production/jobs'
import { readImageOrder } from '#production/orders'

export const submitImage = keyRoute(endpoints.submitImage, async ({ app, caller, body }) => {
  const offer = app.providers.offers[caller.owner.mode]
  const { answer, headers } = await submitMedia(app, caller, () => readImageOrder(body(), offer))
  return { status: 201, body: answer, headers }
})
