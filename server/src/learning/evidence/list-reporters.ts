import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'

/** A source of claims: how many could be compared with rows, how many were confirmed, and their deltas. */
export type ReporterView = {
  source_id: string
  source: string
  comparable: number
  confirmed: number
  deltas: number[]
}

/**
 * All reporters, those with the most comparable claims first. A source is identified by its key and shown
 * under its newest name.
 */
export const listReporters = (db: Rows, owner: Owner): Promise<ReporterView[]> =>
  db.rows<ReporterView>(
    `select source_id, (array_agg(source order by claimed_at desc, report_id desc))[1] as source,
       count(*) filter (where is_compared) as comparable,
       count(*) filter (where verdict = 'confirmed') as confirmed,
       coalesce(array_agg(delta order by delta) filter (where is_compared), '{}') as deltas
     from (
       select *, verdict in ('confirmed', 'overstated', 'understated') as is_compared from claims
       where memory_id = (select id from memories where user_id = $1 and mode = $2) and superseded_by is null
     ) claim
     group by source_id order by comparable desc, source, source_id`,
    [owner.userId, owner.mode],
  )
