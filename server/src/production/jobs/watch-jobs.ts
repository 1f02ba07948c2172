import type { App } from '#platform/app'
import { workOnEach } from '#platform/parallel'
import type { Handle, JobState } from '#platform/providers'
import {
  knownTimesOf,
  planWait,
  RUN_GRACE_MS,
  retryMs,
  UNREACHABLE_MS,
  WATCH_CLAIM_MS,
  type Wait,
} from '#production/timing'
import { handleOf } from '#production/tries'

const BATCH = 200
const CONCURRENCY = 16
/** A run that is due this much later than RUN_GRACE after its planned check is in a step. */
const IN_STEP_MS = 1_000

type WatchedJob = {
  id: string
  wake_token: string | null
  provider: string
  handle: Handle
  model: string
  rendering_ms: number
  left_ms: number
  /** It was claimed before and should have gone on since. */
  was_woken: boolean
}

type Checked = { job: WatchedJob; state: JobState; tookMs: number }

/**
 * Checks the providers of waiting jobs whose check is due, and wakes the runs of those that are not pending
 * any more: a run checks again and decides. A claim keeps other workers away for a while. When this worker
 * dies, they check the job afterwards. Of a job in parts, any that has not ended is checked: all of them must
 * end. Returns whether more may be due.
 */
export async function watchJobs(app: App): Promise<boolean> {
  const jobs = await claimDue(app)
  const checked: Checked[] = []
  await workOnEach(jobs, CONCURRENCY, async (job) => checked.push(await check(app, job)))
  const [waiting, ended] = [checked.filter(isWaiting), checked.filter((one) => !isWaiting(one))]
  if (waiting.length > 0) await waitOn(app, waiting)
  // Not awaited: while the engine is down a wake-up takes seconds, and other jobs are due meanwhile.
  for (const { job } of ended) void wake(app, job)
  return jobs.length === BATCH
}

async function check(app: App, job: WatchedJob): Promise<Checked> {
  const startedAt = performance.now()
  // A provider that was removed from the settings cannot be reached.
  const provider = app.providers.findByName(job.provider)
  const state = (await provider?.check(job.handle)) ?? { kind: 'unreachable' as const }
  return { job, state, tookMs: performance.now() - startedAt }
}

const isWaiting = ({ state }: Checked) => state.kind === 'pending' || state.kind === 'unreachable'

/** A run that was woken and has done nothing is lost, and started again. One that is alive is not. */
async function wake(app: App, { id, wake_token, was_woken }: WatchedJob): Promise<void> {
  if (wake_token) await app.engine.wake(wake_token)
  if (wake_token && !was_woken) return
  await app.engine.restart(id).catch((err) => app.log.warn({ media: id, err }, 'a run was not started'))
}

/**
 * `run_due_at` stays: a job that is claimed again and again without progress becomes late for the tick. It is
 * RUN_GRACE after the planned check. When it is later, the run is in a step of its own: it may wait for its
 * turn to store the files, and under load thousands do.
 */
const claimDue = (app: App): Promise<WatchedJob[]> =>
  app.db.rows<WatchedJob>(
    `with due as materialized (
       select id from media where status = 'processing' and check_at <= clock_timestamp()
         and run_due_at < clock_timestamp() + $3 * interval '1 ms'
       order by check_at limit ${BATCH} for no key update skip locked)
     update media m set check_at = clock_timestamp() + $1 * interval '1 ms'
     from due, provider_submits s
     where m.id = due.id and s.media_id = due.id and s.state = 'accepted' and s.ended_at is null
     returning m.id, m.wake_token, s.provider, ${handleOf('s')} as handle,
       m.mode || ' ' || m.model as model,
       (extract(epoch from clock_timestamp() - s.answered_at) * 1000)::int as rendering_ms,
       (extract(epoch from m.deadline_at - clock_timestamp()) * 1000)::int as left_ms,
       m.run_due_at < clock_timestamp() + $2 * interval '1 ms' as was_woken`,
    [WATCH_CLAIM_MS, RUN_GRACE_MS - WATCH_CLAIM_MS / 2, RUN_GRACE_MS + IN_STEP_MS],
  )

/** Records the checks. When the window ends before the next one, the run makes it: it sleeps until then. */
async function waitOn(app: App, checked: Checked[]): Promise<void> {
  const waits = checked.map((one) => planNext(app, one))
  await app.db.rows(
    `update media m set progress = greatest(m.progress, done.progress),
       checked_at = coalesce(clock_timestamp() - done.checked_ms_ago * interval '1 ms', m.checked_at),
       check_at = case when done.is_watched then clock_timestamp() + done.check_ms * interval '1 ms' end,
       run_due_at = clock_timestamp() + (done.check_ms + $6) * interval '1 ms'
     from unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::boolean[])
       as done (id, progress, checked_ms_ago, check_ms, is_watched)
     where m.id = done.id and m.status = 'processing'`,
    [
      checked.map(({ job }) => job.id),
      checked.map(({ state }) => (state.kind === 'pending' ? state.progress : null)),
      checked.map(({ state, tookMs }) => (state.kind === 'pending' ? Math.round(tookMs) : null)),
      waits.map(({ checkMs }) => checkMs),
      waits.map(({ isWatched }) => isWatched),
      RUN_GRACE_MS,
    ],
  )
}

function planNext(app: App, { job, state, tookMs }: Checked): Wait {
  const leftMs = job.left_ms - tookMs
  const known = knownTimesOf(app, job.model)
  const times = app.providers.findByName(job.provider)?.times
  const retryAfterMs = 'retryAfterMs' in state ? state.retryAfterMs : undefined
  const waiting = { renderingMs: job.rendering_ms, leftMs, known, times, retryAfterMs }
  const wait = planWait({ ...waiting, isAsleep: true })
  const soonMs = state.kind === 'unreachable' ? retryMs(retryAfterMs, UNREACHABLE_MS) : wait.checkMs
  return { ...wait, checkMs: Math.min(soonMs, wait.checkMs) }
}
