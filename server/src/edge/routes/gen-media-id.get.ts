import { endpoints } from '@atelier/contract'
import { keyRoute } from '#edge/http'
import { pollMedia as poll } from '#production/jobs'

export const pollMedia = keyRoute(endpoints.pollMedia, async ({ app, caller, params }) => ({
  status: 200,
  body: await poll(app, caller, params.id),
}))
