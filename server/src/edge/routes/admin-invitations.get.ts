import { endpoints } from '@atelier/contract'
import { listInvitations as list } from '#access/members'
import { sessionRoute } from '#edge/http'

export const listInvitations = sessionRoute(endpoints.listInvitations, async ({ app }) => ({
  status: 200,
  body: { invitations: await list(app.db) },
}))
