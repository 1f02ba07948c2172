import { endpoints } from '@atelier/contract'
import { describeResource } from '#access/oauth'
import { publicRoute } from '#edge/http'

export const readProtectedResource = publicRoute(endpoints.readProtectedResource, async ({ app }) => ({
  status: 200,
  body: describeResource(app.config.publicUrl),
}))
