import type { Rows } from '#platform/db'
import type { UnsignedHead } from './signed-heads.ts'

/** A signed head that its account has not reached, and where that ends: undefined when it is missing. */
export type UnreachedHead = { head: UnsignedHead; seq: number | undefined }

const PAGE_ROWS = 2_000

/** The first of these heads that is ahead of its account: the database was set back after it was signed. */
export async function findUnreachedHead(
  db: Rows,
  heads: readonly UnsignedHead[],
): Promise<UnreachedHead | undefined> {
  for (let from = 0; from < heads.length; from += PAGE_ROWS) {
    const page = heads.slice(from, from + PAGE_ROWS)
    const row = await db.row<{ place: number; seq: number | null }>(
      `select h.place, a.seq from unnest($1::text[], $2::text[], $3::bigint[]) with ordinality
         as h (user_id, mode, seq, place)
       left join credit_accounts a on a.user_id = h.user_id and a.mode = h.mode
       where a.seq is null or a.seq < h.seq order by h.place limit 1`,
      [page.map(({ userId }) => userId), page.map(({ mode }) => mode), page.map(({ seq }) => seq)],
    )
    const head = row && page[row.place - 1]
    if (head) return { head, seq: row.seq ?? undefined }
  }
  return undefined
}
