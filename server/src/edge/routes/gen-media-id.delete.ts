import { endpoints } from '@atelier/contract'
import { behindKey } from '#edge/http'
import { cancelMedia as cancel } from '#production/jobs'

export const cancelMedia = behindKey(endpoints.cancelMedia, async ({ app, caller, params }) => ({
  status: 200,
  body: await cancel(app, caller, params.id ?? ''),
}))
