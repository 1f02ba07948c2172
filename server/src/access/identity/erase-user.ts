import { createHash } from 'node:crypto'
import type { Rows, Tx } from '#platform/db'

/**
 * Ends an account: its sessions and keys stop working, and address, password and key names are replaced. The
 * id stays, because the ledger refers to it.
 */
export async function eraseUser(tx: Tx, id: string): Promise<void> {
  await tx.row(`select forget_invitations($1)`, [id])
  await tx.row(
    `update users set erased_at = clock_timestamp(), email = $2, password_hash = 'erased',
       suspended_at = coalesce(suspended_at, clock_timestamp())
     where id = $1 and erased_at is null`,
    [id, erasedEmailOf(id)],
  )
  for (const table of ['sessions', 'second_factors', 'recovery_codes', 'oauth_codes', 'oauth_tokens'])
    await tx.rows(`delete from ${table} where user_id = $1`, [id])
  await tx.rows(`delete from key_secrets where key_id in (select id from api_keys where user_id = $1)`, [id])
  await tx.rows(
    `update api_keys set name = 'erased', prefix = 'erased', last_used_at = null,
       client_id = case when client_id is not null then 'erased' end,
       client_host = case when client_id is not null then 'erased' end,
       revoked_at = coalesce(revoked_at, clock_timestamp()) where user_id = $1`,
    [id],
  )
}

/** Unique, and not an address of anybody. */
const erasedEmailOf = (id: string): string =>
  `erased-${createHash('sha256').update(id).digest('hex').slice(0, 32)}@erased.invalid`

/** A user by id or e-mail address, also an erased one. */
export const findAnyUser = (
  db: Rows,
  idOrEmail: string,
): Promise<{ id: string; email: string; erasedAt: Date | null } | undefined> =>
  db.row(`select id, email, erased_at as "erasedAt" from users where id = $1 or email = lower($1)`, [
    idOrEmail,
  ])

export const isErased = async (db: Rows, id: string): Promise<boolean> =>
  (await db.row(`select from users where id = $1 and erased_at is not null`, [id])) !== undefined
