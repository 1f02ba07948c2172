import { endpoints } from '@atelier/contract'
import { networkOf, takeNamedSlot } from '#access/limits'
import { exchangeToken as exchange, TOKEN_REQUESTS } from '#access/oauth'
import { publicRoute } from '#edge/http'

export const exchangeToken = publicRoute(endpoints.exchangeToken, async ({ app, address, encoded }) => {
  await takeNamedSlot(app, networkOf(address), TOKEN_REQUESTS.name, TOKEN_REQUESTS.perNetwork)
  return { status: 200, body: await exchange(app, await encoded()) }
})
