import { endpoints, InvitationBody } from '@atelier/contract'
import { asActor } from '#access/audit'
import { inviteUser as invite } from '#access/members'
import { actorOf, sessionRoute } from '#edge/http'
import { parseFields } from '#platform/refusal'

export const inviteUser = sessionRoute(endpoints.inviteUser, async ({ app, session, body }) => {
  const { email, language } = parseFields(InvitationBody, body(), 'body')
  const db = asActor(app.db, actorOf(session))
  const made = await invite(db, app.config, { email, language, invitedBy: session.user.id })
  const message = made.mailed
    ? 'The link is mailed. It is not shown again here, and works once, for 7 days.'
    : 'Hand this link over: it is not shown again. It works once, for 7 days.'
  return { status: 201, body: { ...made, message } }
})
