import { endpoints } from '@atelier/contract'
import { behindKey } from '#http'
import { cancelMedia as cancel } from '#media'

export const cancelMedia = behindKey(endpoints.cancelMedia, async ({ app, caller, params }) => ({
  status: 200,
  body: await cancel(app, caller, params.id ?? ''),
}))
