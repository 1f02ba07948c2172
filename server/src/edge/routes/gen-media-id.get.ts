import { endpoints } from '@atelier/contract'
import { behindKey } from '#edge/http'
import { loadMedia } from '#production/media'

export const pollMedia = behindKey(endpoints.pollMedia, async ({ app, caller, params }) => ({
  status: 200,
  body: await loadMedia(app, caller, params.id ?? ''),
}))
