import { endpoints } from '@atelier/contract'
import { networkOf, takeNamedSlot } from '#access/limits'
import { registerClient as register } from '#access/oauth'
import { publicRoute } from '#edge/http'

const REGISTRATIONS_PER_NETWORK = 10

export const registerClient = publicRoute(endpoints.registerClient, async ({ app, address, body }) => {
  const network = networkOf(address)
  await takeNamedSlot(app, network, 'registrations of a network', REGISTRATIONS_PER_NETWORK)
  return { status: 201, body: await register(app.db, network, body()) }
})
