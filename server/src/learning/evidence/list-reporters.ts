import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'

/** One source of claims: how often it could be held against rows, how often it held, and how far off. */
export type ReporterView = {
  source_id: string
  source: string
  comparable: number
  confirmed: number
  deltas: number[]
}

/** Who claims, the most compared first. A source is told apart by its key and shown by its newest name. */
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
