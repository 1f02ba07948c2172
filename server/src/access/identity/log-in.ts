import { randomBytes } from 'node:crypto'
import { asActor } from '#access/audit'
import type { Db, Tx } from '#platform/db'
import { currentCell } from '#platform/ids'
import { Refusal } from '#platform/refusal'
import { digestOf } from './key-text.ts'
import { resolveSession } from './resolve-session.ts'
import { IS_ALIVE, type LiveSession } from './session-row.ts'
import { verifyPassword } from './verify-password.ts'

/** Sessions of one user at the same time; beyond that, the oldest one ends. */
const SESSIONS_PER_USER = 20

export type Credentials = { email: string; password: string }

/**
 * Creates a session with a new token and ends the former one, so that a token which an attacker set in the
 * browser is never used (session fixation).
 */
export async function logIn(
  db: Db,
  { email, password }: Credentials,
  formerToken: string | undefined,
): Promise<{ token: string; session: LiveSession }> {
  const user = await db.lookup.row<{ id: string; password_hash: string }>(
    `select id, password_hash from users where email = $1`,
    [email.toLowerCase()],
  )
  const matches = await verifyPassword(user?.password_hash, password)
  if (!user || !matches) throw wrongCredentials()
  // It may be the session of another user.
  if (formerToken) await db.lookup.row(`delete from sessions where digest = $1`, [digestOf(formerToken)])
  const actor = asActor(db.forOwner(user.id), { kind: 'session', id: user.id })
  return actor.transaction(async (tx) => {
    // A password that was changed meanwhile opens nothing: its change has ended all sessions.
    const isCurrent = `select id from users where id = $1 and password_hash = $2 for share`
    if (!(await tx.row(isCurrent, [user.id, user.password_hash]))) throw wrongCredentials()
    return insertSession(tx, user.id)
  })
}

const wrongCredentials = () => new Refusal('unauthorized', 'The e-mail address or the password is wrong.')

/** Begins a session of a user whose password was just checked. */
export async function insertSession(
  tx: Tx,
  userId: string,
): Promise<{ token: string; session: LiveSession }> {
  // The cell leads the requests of the browser to this database; the rest is 256 random bits.
  const token = currentCell() + randomBytes(32).toString('base64url')
  await tx.row(
    `delete from sessions where user_id = $1 and digest not in (
       select s.digest from sessions s where s.user_id = $1 and ${IS_ALIVE}
       order by s.created_at desc limit ${SESSIONS_PER_USER - 1})`,
    [userId],
  )
  await tx.row(`insert into sessions (digest, user_id) values ($1, $2)`, [digestOf(token), userId])
  const session = await resolveSession(tx, token)
  if (typeof session === 'string') throw new Refusal('key_inactive', 'This user is suspended.')
  return { token, session }
}
