import { endpoints } from '@atelier/contract'
import type { Caller } from '#access/identity'
import { loadTicketCaller, readTicket, uploadByTicket as upload } from '#catalog/photos'
import { publicRoute, type Route } from '#edge/http'

/** The ticket in the address is the key, as for a callback. */
export const uploadByTicket: Route = {
  ...publicRoute(endpoints.uploadByTicket, async ({ app, caller, params, form }) => {
    const { owner } = caller as unknown as Caller
    const { assetId } = readTicket(app, params.ticket)
    return { status: 201, body: await upload(app, owner, (await form()).file, assetId) }
  }),
  identify: (app, { ticket = '' }) => loadTicketCaller(app, ticket),
}
