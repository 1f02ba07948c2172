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

/** Thrown for a right password of a user whose second factor is on: no session is begun without a code. */
export class SecondStepNeeded extends Error {
  readonly user: { id: string; passwordHash: string }
  /** By the clock of the database, as every time that decides something. */
  readonly nowSeconds: number

  constructor(user: SecondStepNeeded['user'], nowSeconds: number) {
    super('this user logs in with a code, too')
    this.user = user
    this.nowSeconds = nowSeconds
  }
}

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
  const actor = asActor(db.forOwner(user.id), { kind: 'session', id: user.id })
  const begun = await actor.transaction(async (tx) => {
    if (!(await isPasswordCurrent(tx, user.id, user.password_hash))) throw wrongCredentials()
    const factor = await tx.row<{ now: number }>(
      `select extract(epoch from clock_timestamp())::float8 as now from second_factors
       where user_id = $1 and confirmed_at is not null`,
      [user.id],
    )
    if (factor) throw new SecondStepNeeded({ id: user.id, passwordHash: user.password_hash }, factor.now)
    return insertSession(tx, user.id)
  })
  await endFormerSession(db, formerToken)
  return begun
}

/** The session that a log-in replaces in the browser. It may be that of another user. */
export async function endFormerSession(db: Db, token: string | undefined): Promise<void> {
  if (token) await db.lookup.row(`delete from sessions where digest = $1`, [digestOf(token)])
}

/**
 * A password that was changed meanwhile opens nothing: its change has ended all sessions. Neither does one
 * that an operator handed on, once its day is over. The lock keeps a second factor from being switched on
 * until the session has begun.
 */
export const isPasswordCurrent = async (tx: Tx, userId: string, passwordHash: string): Promise<boolean> =>
  (await tx.row(
    `select id from users where id = $1 and password_hash = $2
       and coalesce(password_ends_at > clock_timestamp(), true) for share`,
    [userId, passwordHash],
  )) !== undefined

const wrongCredentials = () => new Refusal('unauthorized', 'The e-mail address or the password is wrong.')

/**
 * Begins a session of a user whose password was just checked. `provedAt`: for a session that continues
 * another one, when that one was proved.
 */
export async function insertSession(
  tx: Tx,
  userId: string,
  provedAt?: Date,
): Promise<{ token: string; session: LiveSession }> {
  // The cell leads the requests of the browser to this database; the rest is 256 random bits.
  const token = currentCell() + randomBytes(32).toString('base64url')
  await tx.row(
    `delete from sessions where user_id = $1 and digest not in (
       select s.digest from sessions s where s.user_id = $1 and ${IS_ALIVE}
       order by s.created_at desc limit ${SESSIONS_PER_USER - 1})`,
    [userId],
  )
  await tx.row(
    `insert into sessions (digest, user_id, proved_at) values ($1, $2, coalesce($3, clock_timestamp()))`,
    [digestOf(token), userId, provedAt],
  )
  const session = await resolveSession(tx, token)
  if (typeof session === 'string') throw new Refusal('key_inactive', 'This user is suspended.')
  return { token, session }
}
