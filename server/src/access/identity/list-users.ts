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
