import { API_VERSION, CLIENT_VERSION, endpoints, GUIDE_VERSION } from '@atelier/contract'
import { openToAll } from '#http'

export const readVersion = openToAll(endpoints.readVersion, async () => ({
  status: 200,
  body: { version: API_VERSION, clientVersion: CLIENT_VERSION, guideVersion: GUIDE_VERSION },
}))
