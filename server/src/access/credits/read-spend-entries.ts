import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'

/** A charge or a refund of a job, on its UTC day. */
export type SpendEntry = {
  seq: number
  day: string
  kind: 'charge' | 'refund'
  amount: number
  ref_id: string
}

/**
 * Charges and refunds from the newest back to the first day, in pages: entries are in the order of time, and
 * only their numbers have an index.
 */
export async function* readSpendEntries(
  db: Rows,
  owner: Owner,
  { since, until, pageRows = 1_000 }: { since: string; until: string; pageRows?: number },
): AsyncGenerator<SpendEntry[]> {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const page = await db.rows<SpendEntry>(
      `select seq, (created_at at time zone 'utc')::date::text as day, kind, amount, ref_id
       from ledger_entries where user_id = $1 and mode = $2 and seq < $3 order by seq desc limit $4`,
      [owner.userId, owner.mode, before, pageRows],
    )
    const isSpend = ({ day, kind }: SpendEntry) =>
      day >= since && day <= until && (kind === 'charge' || kind === 'refund')
    yield page.filter(isSpend)
    const last = page.at(-1)
    if (page.length < pageRows || !last || last.day < since) return
    before = last.seq
  }
}
