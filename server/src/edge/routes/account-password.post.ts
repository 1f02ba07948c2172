import { endpoints, PasswordBody } from '@atelier/contract'
import { asActor } from '#access/audit'
import { presentSession } from '#access/factors'
import { clearNamedSlots, takeNamedSlot } from '#access/limits'
import { refuseKnownPassword } from '#access/passwords'
import { changePassword as change } from '#access/sessions'
import { actorOf, sessionCookie, sessionRoute } from '#edge/http'
import { parseFields } from '#platform/refusal'

const FAILURES = 'wrong old passwords'
const FAILURES_PER_USER = 10

export const changePassword = sessionRoute(endpoints.changePassword, async ({ app, session, body }) => {
  const passwords = parseFields(PasswordBody, body(), 'body')
  refuseKnownPassword(passwords.newPassword, session.user.email, 'newPassword')
  await takeNamedSlot(app, session.user.id, FAILURES, FAILURES_PER_USER)
  const begun = await change(asActor(app.db, actorOf(session)), session, passwords)
  // The password is changed and every session has ended: nothing may keep the new cookie from its browser.
  await clearNamedSlots(app, session.user.id, FAILURES).catch(() => undefined)
  const message = 'Password changed. All other sessions have ended.'
  return {
    status: 200,
    body: { session: await presentSession(app, begun.session), message },
    headers: sessionCookie(begun.token),
  }
})
