import { endpoints } from '@atelier/contract'
import { keyRoute } from '#edge/http'
import { warnOfLosers } from '#learning/knowledge'
import { submitMedia } from '#production/jobs'
import { readVideoForm, readVideoOrder } from '#production/orders'

/** The body is a form with one image, or JSON with references, by its content type. */
export const submitVideo = keyRoute(endpoints.submitVideo, async ({ app, caller, body, isForm, form }) => {
  const readOrder = async () => (isForm ? readVideoForm(await form()) : readVideoOrder(body()))
  const warn = warnOfLosers(app.db, caller.owner)
  const { answer, headers } = await submitMedia(app, caller, readOrder, warn)
  return { status: 201, body: answer, headers }
})
