import type { App } from '#platform/app'
import { CLAIM_MS, RUN_GRACE_MS } from '#production/timing'

export type LastTry = {
  try: number
  state: string | null
  provider: string
  inputs_ready: boolean
  age_ms: number
  left_ms: number
}

/** The newest try; its `state` is null when there is none. */
export const readLastTry = (app: App, id: string, wakeToken: string | null): Promise<LastTry | undefined> =>
  app.db.row<LastTry>(
    `with m as (
       update media set wake_token = coalesce($2, wake_token),
         run_due_at = clock_timestamp() + $3 * interval '1 ms'
       where id = $1 and status in ('queued', 'processing') returning id, provider, inputs_ready, deadline_at)
     select coalesce(s.try, 0) as try, s.state, m.provider, m.inputs_ready,
       (extract(epoch from clock_timestamp() - s.started_at) * 1000)::int as age_ms,
       (extract(epoch from m.deadline_at - clock_timestamp()) * 1000)::int as left_ms
     from m left join provider_submits s on s.media_id = $1 order by s.try desc limit 1`,
    [id, wakeToken, CLAIM_MS + RUN_GRACE_MS],
  )

/** The handle of a try that was accepted. Before handles were stored, the id was all there was. */
export const handleOf = (submit: string): string =>
  `coalesce(${submit}.handle, jsonb_build_object('jobId', ${submit}.provider_job_id))`
