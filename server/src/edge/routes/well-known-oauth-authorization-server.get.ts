import { endpoints } from '@atelier/contract'
import { describeServer } from '#access/oauth'
import { publicRoute } from '#edge/http'

export const readAuthorizationServer = publicRoute(endpoints.readAuthorizationServer, async ({ app }) => ({
  status: 200,
  body: describeServer(app.config.publicUrl),
}))
