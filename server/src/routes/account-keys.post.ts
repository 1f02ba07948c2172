import { endpoints, KeyBody } from '@atelier/contract'
import { createKey as create, requireFreshPassword } from '#accounts'
import { openTestAccount } from '#credits'
import { behindSession } from '#http'
import { parseFields } from '#refusal'

export const createKey = behindSession(endpoints.createKey, async ({ app, session, body }) => {
  requireFreshPassword(session)
  const wish = parseFields(KeyBody, body(), 'body')
  if (wish.mode === 'test') await openTestAccount(app.db, session.user.id)
  const made = await create(app.db, session.user.id, wish)
  return { status: 201, body: { ...made, message: 'Keep the secret now: it is not shown again.' } }
})
