import { endpoints } from '@atelier/contract'
import { keyRoute } from '#edge/http'
import { cancelMedia as cancel } from '#production/jobs'

export const cancelMedia = keyRoute(endpoints.cancelMedia, async ({ app, caller, params }) => ({
  status: 200,
  body: await cancel(app, caller, params.id),
}))
