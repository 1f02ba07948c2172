import type { Rows } from '#platform/db'

export type ListedUser = {
  id: string
  email: string
  role: 'user' | 'admin'
  createdAt: Date
  suspendedAt: Date | null
  activeKeys: number
}

/** One page of all users by id, after the id `after`. */
export const listUsers = (db: Rows, after: string, limit: number): Promise<ListedUser[]> =>
  db.rows<ListedUser>(
    `select u.id, u.email, u.role, u.created_at as "createdAt", u.suspended_at as "suspendedAt",
       (select count(*) from api_keys k where k.user_id = u.id and k.revoked_at is null
          and coalesce(k.expires_at > clock_timestamp(), true)) as "activeKeys"
     from users u where u.id > $1::text order by u.id limit $2`,
    [after, limit],
  )

/** As the router computes it from a log-in: of the address in lower case. */
const EMAIL_DIGEST = `encode(sha256(convert_to(email, 'UTF8')), 'hex')`

/** One page of the digests of all e-mail addresses, in hexadecimal, after the user `after`. */
export const listEmailDigests = (
  db: Rows,
  after: string,
  limit: number,
): Promise<{ id: string; digest: string }[]> =>
  db.rows(
    `select id, ${EMAIL_DIGEST} as digest from users where id > $1::text and erased_at is null
     order by id limit $2`,
    [after, limit],
  )

export const listNewEmailDigests = (db: Rows, ageMs: number): Promise<{ digest: string }[]> =>
  db.rows(
    `select ${EMAIL_DIGEST} as digest from users
     where created_at > clock_timestamp() - $1 * interval '1 ms' and erased_at is null`,
    [ageMs],
  )
