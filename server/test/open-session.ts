import { randomBytes } from 'node:crypto'
import { createUser, hashPassword, logIn } from '../src/access/identity/index.ts'
import type { Db } from '../src/platform/db/index.ts'

export const PASSWORD = 'a password of the tests'
const passwordHash = hashPassword(PASSWORD)

/** A user who is logged in to the dashboard. `headers` are what a page of the dashboard sends. */
export type Visitor = { id: string; email: string; token: string; headers: Record<string, string> }

/** Creates a user and logs in. Not over HTTP: all tests share one address, and so one log-in limit. */
export async function openSession(db: Db): Promise<Visitor> {
  const email = `${randomBytes(8).toString('hex')}@atelier.test`
  const id = (await createUser(db, { email, passwordHash: await passwordHash })) as string
  const { token } = await logIn(db, { email, password: PASSWORD }, undefined)
  return { id, email, token, headers: pageHeaders(token) }
}

/** The same for an admin. */
export async function openAdminSession(db: Db): Promise<Visitor> {
  const visitor = await openSession(db)
  await db.row(`update users set role = 'admin' where id = $1`, [visitor.id])
  return visitor
}

/** A session of a user who exists already, as the headers of a page. */
export async function openSessionOf(db: Db, { id }: { id: string }): Promise<Record<string, string>> {
  const token = randomBytes(32).toString('base64url')
  await db.row(`insert into sessions (digest, user_id) values (sha256($1::text::bytea), $2)`, [token, id])
  return pageHeaders(token)
}

export const pageHeaders = (token: string) => ({
  cookie: `__Host-sid=${token}`,
  'sec-fetch-site': 'same-origin',
})

/** Moves a timestamp of all sessions of a user into the past. */
export const ageSession = (
  db: Db,
  { id }: Visitor,
  times: 'created_at' | 'seen_at' | 'proved_at',
  ago: string,
) => db.row(`update sessions set ${times} = clock_timestamp() - $2::interval where user_id = $1`, [id, ago])
