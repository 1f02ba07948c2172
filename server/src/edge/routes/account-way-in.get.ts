import { endpoints } from '@atelier/contract'
import { readWayIn as read } from '#access/members'
import { publicRoute } from '#edge/http'

export const readWayIn = publicRoute(endpoints.readWayIn, async ({ app }) => ({
  status: 200,
  body: await read(app),
}))
