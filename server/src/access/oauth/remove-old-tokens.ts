import type { Rows } from '#platform/db'

/** In one run; the next run continues. */
const ROWS_MAX = 5_000

/** Forgets tokens, codes and clients that have ended, and ends consents without a token. For the worker. */
export async function removeOldTokens(db: Rows): Promise<number> {
  const row = await db.row<{ removed: number }>(`select remove_old_tokens($1) as removed`, [ROWS_MAX])
  return row?.removed ?? 0
}
