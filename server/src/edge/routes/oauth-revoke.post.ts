import { endpoints } from '@atelier/contract'
import { networkOf, takeNamedSlot } from '#access/limits'
import { revokeToken as revoke, TOKEN_REQUESTS } from '#access/oauth'
import { publicRoute } from '#edge/http'

export const revokeToken = publicRoute(endpoints.revokeToken, async ({ app, address, encoded }) => {
  await takeNamedSlot(app, networkOf(address), TOKEN_REQUESTS.name, TOKEN_REQUESTS.perNetwork)
  await revoke(app.db, await encoded())
  return { status: 200, body: {} }
})
