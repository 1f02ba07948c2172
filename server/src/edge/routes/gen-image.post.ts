import { endpoints } from '@atelier/contract'
import { keyRoute } from '#edge/http'
import { warnOfLosers } from '#learning/knowledge'
import { submitMedia } from '#production/jobs'
import { readImageOrder } from '#production/orders'

export const submitImage = keyRoute(endpoints.submitImage, async ({ app, caller, body }) => {
  const warn = warnOfLosers(app.db, caller.owner)
  const { answer, headers } = await submitMedia(app, caller, () => readImageOrder(body()), warn)
  return { status: 201, body: answer, headers }
})
