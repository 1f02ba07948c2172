import type { App } from '#platform/app'
import { claimRules, dueAfterClaim } from './claim-sql.ts'
import { newestTries, type PartTry, tryColumns } from './part-try.ts'

export type TriedJob = {
  id: string
  /** Of the route in use. */
  provider: string
  offer: string
  model: string
  n: number
  inputs_ready: boolean
  left_ms: number
  /** The newest of each part; none before the first claim. */
  tries: PartTry[]
}

type Row = PartTry & Omit<TriedJob, 'tries'>

/** The job with the newest try of each part, and the next wake token. Undefined when it is final. */
export async function readTries(
  app: App,
  id: string,
  wakeToken: string | null,
): Promise<TriedJob | undefined> {
  const rows = await app.db.rows<Row>(
    `with m as (
       update media set wake_token = coalesce($2, wake_token), run_due_at = ${dueAfterClaim('$3')}
       where id = $1 and status in ('queued', 'processing')
       returning id, provider, model, n, inputs_ready, deadline_at)
     select m.id, m.model, m.n, m.inputs_ready,
       (extract(epoch from m.deadline_at - clock_timestamp()) * 1000)::int as left_ms, ${tryColumns}
     from m left join provider_submits s on s.media_id = $1 and s.state <> 'abandoned'`,
    [id, wakeToken, claimRules(app)],
  )
  const tries = newestTries(rows.filter((row) => row.try !== null))
  const job = tries[0] ?? rows[0]
  return job && { ...job, tries }
}
