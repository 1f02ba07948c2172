import { endpoints } from '@atelier/contract'
import { keyRoute } from '#edge/http'
import { submitMedia } from '#production/jobs'
import { readImageOrder } from '#production/orders'

export const submitImage = keyRoute(endpoints.submitImage, async ({ app, caller, body }) => {
  const { answer, headers } = await submitMedia(app, caller, () => readImageOrder(body()))
  return { status: 201, body: answer, headers }
})
