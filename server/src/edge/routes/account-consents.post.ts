import { ConsentBody, endpoints } from '@atelier/contract'
import { asActor } from '#access/audit'
import { ensureTestAccount } from '#access/credits'
import { requireFreshPassword } from '#access/identity'
import { giveConsent as give } from '#access/oauth'
import { actorOf, sessionRoute } from '#edge/http'
import { parseFields } from '#platform/refusal'

export const giveConsent = sessionRoute(endpoints.giveConsent, async ({ app, session, body }) => {
  const decided = parseFields(ConsentBody, body(), 'body')
  // As for a key: tokens outlive the session.
  if (decided.decision === 'allow') requireFreshPassword(session)
  const db = asActor(app.db, actorOf(session))
  if (decided.mode === 'test') await ensureTestAccount(db, session.user.id)
  const { clientName, ...given } = await give({ ...app, db }, session.user.id, decided)
  const message = given.key ? `Allowed. ${clientName} is waiting for you.` : 'Refused. Nothing was allowed.'
  return { status: 201, body: { ...given, message } }
})
