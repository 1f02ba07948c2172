import { endpoints } from '@atelier/contract'
import { readQuotas as read } from '#access/quotas'
import { keyRoute } from '#edge/http'

export const readQuotas = keyRoute(endpoints.readQuotas, async ({ app, caller }) => ({
  status: 200,
  body: await read(app, caller.owner),
}))
