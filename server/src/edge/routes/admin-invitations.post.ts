import { endpoints, InvitationBody } from '@atelier/contract'
import { asActor } from '#access/audit'
import { inviteUser as invite } from '#access/members'
import { actorOf, sessionRoute } from '#edge/http'
import { parseFields } from '#platform/refusal'

export const inviteUser = sessionRoute(endpoints.inviteUser, async ({ app, session, body }) => {
  const { email } = parseFields(InvitationBody, body(), 'body')
  const db = asActor(app.db, actorOf(session))
  const made = await invite(db, app.config, { email, invitedBy: session.user.id })
  const message = 'Hand this link over: it is not shown again. It works once, for 7 days.'
  return { status: 201, body: { ...made, message } }
})
