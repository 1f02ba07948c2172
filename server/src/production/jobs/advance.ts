import type { App } from '#platform/app'
import type { AdvanceResult } from '#platform/engine'
import { isErased } from '#production/media'
import type { ResultFile } from '#production/results'
import {
  knownTimesOf,
  LAST_CHECK_GRACE_MS,
  planWait,
  RETRY_MS,
  RUN_GRACE_MS,
  recordRender,
  STEP_MS,
  STORE_FILES_MS,
  STORE_RETRY_MS,
  type Wait,
} from '#production/timing'
import { newestTries, type PartTry, type TriedJob, tryColumns } from '#production/tries'
import { type CheckedParts, checkParts, unreachableMs } from './check-parts.ts'
import { type OrderedFiles, settleCompleted, settleFailed, settleStalled } from './settle.ts'
import { type TakenFiles, takeFiles } from './take-files.ts'

type CheckedJob = OrderedFiles &
  TriedJob & {
    kind: 'image' | 'video'
    /** The model and the mode: test jobs are faster. */
    times_of: string
    /** The check was not due yet. */
    is_early: boolean
    /** How long the check has been due; 0 when it was early. */
    overdue_ms: number
    was_checked: boolean
    result_seen_ms_ago: number | null
  }

/** A step of a run: checks the provider once, then stores the files, settles the job or waits on. */
export async function advance(
  app: App,
  id: string,
  wakeToken: string | null,
  isWoken = false,
): Promise<AdvanceResult> {
  const startedAt = performance.now()
  const job = await beginCheck(app, id, wakeToken)
  if (!job) return { kind: 'over' }
  const parts = await checkParts(app, job)
  const tookMs = performance.now() - startedAt
  const leftMs = job.left_ms - tookMs
  if (parts.isUnreachable || parts.isPending) {
    // A slow answer describes the moment when the check began.
    const wasLast = job.left_ms <= 0
    // It may have finished long ago, so the window stays open a little for a last check.
    const isInGrace = leftMs > -LAST_CHECK_GRACE_MS
    const isEnd = parts.isUnreachable ? !isInGrace : wasLast
    // What some parts have made is delivered, and the rest is refunded.
    if (isEnd && parts.isDone) return finish({ app, job, parts, startedAt })
    if (isEnd && (await settleStalled(app, id, { isCheckedNow: true }))) return { kind: 'over' }
    return waitFor({ app, job, parts, leftMs, tookMs })
  }
  if (!parts.isDone) {
    await settleFailed(app, id, parts.failure)
    return { kind: 'over' }
  }
  if (parts.kept.length === 0) learnTime(app, { ...job, renderingMs: parts.renderingMs }, isWoken)
  return finish({ app, job, parts, startedAt })
}

type Waited = { app: App; job: CheckedJob; parts: CheckedParts; leftMs: number; tookMs: number }

function waitFor({ app, job, parts, leftMs, tookMs }: Waited): Promise<AdvanceResult> {
  if (parts.isUnreachable)
    return waitOn(app, job.id, inRun(unreachableMs(parts)), { checkedMsAgo: null, progress: null })
  const check = { checkedMsAgo: tookMs, progress: parts.progress }
  // The run itself sends what the provider has not got.
  if (parts.waitMs !== undefined) return waitOn(app, job.id, inRun(parts.waitMs), check)
  const wait = planWait({
    renderingMs: parts.renderingMs,
    leftMs,
    known: knownTimesOf(app, job.times_of),
    times: app.providers.findByName(job.provider)?.times,
    retryAfterMs: parts.retryAfterMs,
  })
  return waitOn(app, job.id, wait, check)
}

/**
 * Done at its first check, without a callback: it may have been done for long. If many are, checks begin in
 * half the time.
 */
const UNSEEN_SHARE = 0.5

function learnTime(app: App, job: CheckedJob & { renderingMs: number }, isWoken: boolean): void {
  // A result that could not be stored is seen again.
  if (job.result_seen_ms_ago !== null) return
  const { times_of: model, renderingMs } = job
  // A poll wakes a run only when its check is late. A run that was started again is checked early, too.
  const calledBack = isWoken && job.is_early
  const isExact = calledBack || job.was_checked
  recordRender(app, { model, ms: renderingMs * (isExact ? 1 : UNSEEN_SHARE), calledBack })
}

type Finished = { app: App; job: CheckedJob; parts: CheckedParts; startedAt: number }

async function finish({ app, job, parts, startedAt }: Finished): Promise<AdvanceResult> {
  const { id, kind, left_ms: leftMs } = job
  // The window may close while the files are stored, so the result is recorded first.
  if (leftMs < STORE_FILES_MS) await markSeen(app, id)
  const isLast = (job.result_seen_ms_ago ?? 0) >= STORE_FILES_MS
  const taken = await takeFiles({ app, job: { id, kind, leftMs }, provider: job.provider, parts, isLast })
  for (const err of taken.errors) app.log.warn({ media: id, err }, 'a file could not be stored')
  const waitMs = storeAgainMs(app, job, taken)
  if (waitMs !== undefined) {
    await markSeen(app, id) // The time to store it counts from here.
    return waitOn(app, id, inRun(waitMs), { checkedMsAgo: null, progress: null })
  }
  if (taken.files.length === 0) {
    await settleFailed(app, id, { ...notStored, ...(taken.isExpired && { errorClass: 'expired' }) })
    return { kind: 'over' }
  }
  const isSettled = await settleCompleted(app, id, taken.files, job)
  if (isSettled) app.metrics.observeVisible(kind, noticedMsAgo(job, startedAt) / 1000)
  // Another run was faster. If the media was erased since, our files must not stay.
  if (!isSettled && (await isErased(app.db, id))) await removeFiles(app, taken.files)
  return { kind: 'over' }
}

/**
 * How long ago the result was noticed, or should have been: by the check that was due, by the callback that
 * made it early, or by an earlier check whose files could not be stored.
 */
const noticedMsAgo = ({ overdue_ms, result_seen_ms_ago }: CheckedJob, startedAt: number): number =>
  Math.max(overdue_ms, result_seen_ms_ago ?? 0) + performance.now() - startedAt

/** When files that are missing are taken again; undefined when they are missing for good. */
function storeAgainMs(app: App, job: CheckedJob, taken: TakenFiles): number | undefined {
  const seenMs = job.result_seen_ms_ago ?? 0
  if (taken.mayComeLater) return seenMs < STORE_FILES_MS ? STORE_RETRY_MS : undefined
  const leftMs = (app.providers.findByName(job.provider)?.times.fileDelayMs ?? 0) - seenMs
  // Seldom: mostly they are there at once, or never.
  return taken.mayAppear && leftMs > 0 ? Math.max(RETRY_MS, Math.min(seenMs, leftMs)) : undefined
}

const notStored = { errorCode: 'storage_failed', message: 'The finished file could not be stored' } as const

const removeFiles = (app: App, files: ResultFile[]) =>
  Promise.all(
    files.flatMap((file) => [file.objectKey, file.thumbnailKey]).map((key) => app.storage.remove(key)),
  )

const markSeen = (app: App, id: string) =>
  app.db.row(
    `update media set result_seen_at = coalesce(result_seen_at, clock_timestamp())
     where id = $1 and status = 'processing' returning id`,
    [id],
  )

/** Begins a check. The same statement writes the new wake token, so no callback is lost between two. */
async function beginCheck(app: App, id: string, wakeToken: string | null): Promise<CheckedJob | undefined> {
  const rows = await app.db.rows<CheckedJob & PartTry>(
    `with before as (select run_due_at - $4 * interval '1 ms' as due_at from media where id = $1),
     m as (
       update media set wake_token = coalesce($2, wake_token),
         run_due_at = clock_timestamp() + $3 * interval '1 ms'
       where id = $1 and status = 'processing' returning *)
     select m.id, m.kind, m.n, m.product_id, m.model, m.inputs_ready,
       m.mode || ' ' || m.model as times_of, m.checked_at is not null as was_checked,
       before.due_at > clock_timestamp() + interval '0.1 s' as is_early,
       greatest(0, extract(epoch from clock_timestamp() - before.due_at) * 1000)::float8 as overdue_ms,
       (extract(epoch from m.deadline_at - clock_timestamp()) * 1000)::int as left_ms,
       (extract(epoch from clock_timestamp() - m.result_seen_at) * 1000)::int as result_seen_ms_ago,
       ${tryColumns}
     from before, m join provider_submits s on s.media_id = $1 and s.state <> 'abandoned'`,
    [id, wakeToken, STEP_MS, RUN_GRACE_MS],
  )
  const tries = newestTries(rows)
  return tries[0] && { ...tries[0], tries }
}

/** `checkedMsAgo` is null when the provider did not answer: that is no check. */
type CheckResult = { checkedMsAgo: number | null; progress: number | null }

/** The run itself checks again, after this time. */
const inRun = (ms: number): Wait => ({ checkMs: ms, runMs: ms, isWatched: false })

/** Records the check and when the next one comes. Progress never falls, whatever a provider says. */
async function waitOn(app: App, id: string, wait: Wait, check: CheckResult): Promise<AdvanceResult> {
  await app.db.row(
    `update media set progress = greatest(progress, $2::int),
       checked_at = coalesce(clock_timestamp() - $4 * interval '1 ms', checked_at),
       check_at = case when $6 then clock_timestamp() + $3 * interval '1 ms' end,
       run_due_at = clock_timestamp() + ($3 + $5) * interval '1 ms'
     where id = $1 and status = 'processing' returning id`,
    [id, check.progress, wait.checkMs, check.checkedMsAgo, RUN_GRACE_MS, wait.isWatched],
  )
  return { kind: 'pending', waitMs: wait.runMs }
}
