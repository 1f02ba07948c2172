import type { Session } from '@atelier/contract'
import type { LiveSession } from '#access/identity'
import type { App } from '#platform/app'
import { Refusal } from '#platform/refusal'
import { readFactor } from './read-factor.ts'

/**
 * Whether the operator demands a second factor of this user and none is on. Looked up every time: a factor
 * that was removed in another session counts no longer.
 */
async function lacksFactor(
  { db, config }: Pick<App, 'db' | 'config'>,
  { user }: LiveSession,
): Promise<boolean> {
  const { secondFactor } = config
  if (secondFactor === 'optional' || (secondFactor === 'admins' && user.role !== 'admin')) return false
  return !(await readFactor(db.forOwner(user.id), user.id)).on
}

/** Before everything that a session may do, except what switches the factor on. */
export async function requireFactor(app: Pick<App, 'db' | 'config'>, session: LiveSession): Promise<void> {
  if (!(await lacksFactor(app, session))) return
  throw new Refusal(
    'second_factor_missing',
    'This service demands a second factor of you. Switch it on first: nothing else works before.',
  )
}

/** A session as its browser sees it. */
export const presentSession = async (
  app: Pick<App, 'db' | 'config'>,
  session: LiveSession,
): Promise<Session> => ({
  user: session.user,
  expiresAt: session.expiresAt.toISOString(),
  needsFactor: await lacksFactor(app, session),
})
