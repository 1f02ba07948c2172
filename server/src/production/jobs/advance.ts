import type { App } from '#platform/app'
import type { Advanced } from '#platform/engine'
import type { Provider } from '#platform/providers'
import { storeFiles, UnusableFile } from '#production/results'
import {
  LAST_CHECK_COUNTS_MS,
  type Settled,
  STORE_FILES_MS,
  settleCompleted,
  settleFailed,
  settleStalled,
} from './settle.ts'
import { LAST_CHECK_GRACE_MS, RUN_GRACE_MS } from './submit-once.ts'

/** Between two looks at the provider, when no callback comes first. */
const LOOK_EVERY_MS = 5_000
/** The look right before the window closes, so that a poll at its end may say "stalled". */
const LAST_LOOK_BEFORE_MS = 1_000
const UNREACHABLE_MS = 1_000
const STEP_MS = 60_000

type Work = Settled & {
  provider: string
  job_id: string
  kind: 'image' | 'video'
  left_ms: number
  seen_ms_ago: number | null
}

/** One look at the provider and all that follows from it: keep the files, settle, or wait on. */
export async function advance(app: App, id: string, wakeToken: string | null): Promise<Advanced> {
  const startedAt = performance.now()
  const work = await openLook(app, id, wakeToken)
  if (!work) return { kind: 'over' }
  // A provider that was taken out of the settings cannot be reached: its jobs stall and are refunded.
  const provider = app.providers.named(work.provider)
  const seen = (await provider?.check(work.job_id)) ?? { kind: 'unreachable' as const }
  const tookMs = performance.now() - startedAt
  const leftMs = work.left_ms - tookMs
  switch (seen.kind) {
    case 'pending': {
      // A slow answer tells how it stood when the look was opened: only one near the end is the last.
      const wasLast = work.left_ms <= LAST_CHECK_COUNTS_MS
      if (wasLast && (await settleStalled(app.db, id, 'looked at now'))) return { kind: 'over' }
      return waitOn(app, id, nextCheckMs(leftMs), { lookedMsAgo: tookMs, progress: seen.progress })
    }
    case 'unreachable': {
      // It may have finished long ago: the window is held open a little for the last look.
      const patient = leftMs > -LAST_CHECK_GRACE_MS
      if (!patient && (await settleStalled(app.db, id, 'looked at now'))) return { kind: 'over' }
      return waitOn(app, id, UNREACHABLE_MS, { lookedMsAgo: null, progress: null })
    }
    case 'failed':
      await settleFailed(app.db, id, seen)
      return { kind: 'over' }
    case 'done':
      if (provider && seen.fileUrls.length > 0)
        return finish(app, id, provider, seen.fileUrls.slice(0, work.n), work)
      await settleFailed(app.db, id, {
        errorCode: 'provider_error',
        message: 'The provider finished without a file',
      })
      return { kind: 'over' }
    default:
      return seen satisfies never
  }
}

async function finish(
  app: App,
  id: string,
  provider: Provider,
  fileUrls: string[],
  work: Work,
): Promise<Advanced> {
  // When the window may close meanwhile, it is written down first: the result only needs to be stored.
  if (work.left_ms < STORE_FILES_MS) await markSeen(app, id)
  try {
    const files = await storeFiles(app, { id, kind: work.kind }, fileUrls, provider.fileOrigin)
    await settleCompleted(app.db, id, files, work)
    return { kind: 'over' }
  } catch (error) {
    app.log.warn({ media: id, err: error }, 'the files could not be kept')
    await markSeen(app, id) // from here the minutes count in which it is tried again
    const mayTryAgain = !(error instanceof UnusableFile) && (work.seen_ms_ago ?? 0) < STORE_FILES_MS
    if (mayTryAgain) return waitOn(app, id, 1_000, { lookedMsAgo: null, progress: null })
    await settleFailed(app.db, id, {
      errorCode: 'storage_failed',
      message: 'The finished file could not be stored',
    })
    return { kind: 'over' }
  }
}

const markSeen = (app: App, id: string) =>
  app.db.row(
    `update media set result_seen_at = coalesce(result_seen_at, clock_timestamp())
     where id = $1 and status = 'processing' returning id`,
    [id],
  )

/**
 * Opens a look: writes the run's new hint in the same statement, so that no callback falls between two hints.
 */
const openLook = (app: App, id: string, wakeToken: string | null): Promise<Work | undefined> =>
  app.db.row<Work>(
    `with m as (
       update media set wake_token = coalesce($2, wake_token),
         run_due_at = clock_timestamp() + $3 * interval '1 ms'
       where id = $1 and status = 'processing' returning *)
     select s.provider, s.provider_job_id as job_id, m.kind, m.n, m.product_id,
       (extract(epoch from m.deadline_at - clock_timestamp()) * 1000)::int as left_ms,
       (extract(epoch from clock_timestamp() - m.result_seen_at) * 1000)::int as seen_ms_ago
     from m join provider_submits s on s.media_id = m.id and s.state = 'accepted'`,
    [id, wakeToken, STEP_MS],
  )

type Look = { lookedMsAgo: number | null; progress: number | null }

/** Progress never falls, whatever a provider says. Only a look that was answered counts as one. */
async function waitOn(app: App, id: string, waitMs: number, look: Look): Promise<Advanced> {
  await app.db.row(
    `update media set progress = greatest(progress, $2::int),
       checked_at = coalesce(clock_timestamp() - $4 * interval '1 ms', checked_at),
       run_due_at = clock_timestamp() + $3 * interval '1 ms'
     where id = $1 and status = 'processing' returning id`,
    [id, look.progress, waitMs + RUN_GRACE_MS, look.lookedMsAgo],
  )
  return { kind: 'pending', waitMs }
}

export function nextCheckMs(leftMs: number): number {
  const beforeTheEnd = leftMs - LAST_LOOK_BEFORE_MS
  return Math.max(20, Math.min(LOOK_EVERY_MS, beforeTheEnd > 100 ? beforeTheEnd : leftMs))
}
