import { endpoints } from '@atelier/contract'
import { readBillingState as read } from '#access/payments'
import { sessionRoute } from '#edge/http'

export const readBillingState = sessionRoute(endpoints.readBillingState, async ({ app }) => ({
  status: 200,
  body: await read(app),
}))
