import { API_VERSION, CLIENT_VERSION, endpoints, GUIDE_VERSION } from '@atelier/contract'
import { publicRoute } from '#edge/http'

export const readVersion = publicRoute(endpoints.readVersion, async ({ app }) => ({
  status: 200,
  body: {
    version: API_VERSION,
    clientVersion: CLIENT_VERSION,
    clientSha256: app.agentFiles.clientSha256,
    guideVersion: GUIDE_VERSION,
  },
}))
