import type { App } from '#platform/app'
import type { EndedJob } from '#platform/metrics'

export type Settling = Pick<App, 'db' | 'log' | 'metrics' | 'traces'>

/** How a job ended, as the statement that ended it returns it. */
export type Ended = {
  kind: EndedJob['kind']
  ended_as: 'completed' | 'failed' | 'stalled'
  error_code: string | null
  refunded: number
  took_ms: number
  /** Since its window closed; negative before. */
  late_ms: number
}

export const endedColumns = `media.kind, media.status as ended_as, media.error_code,
  coalesce(media.refunded_credits, 0)::int as refunded,
  (extract(epoch from media.finished_at - media.created_at) * 1000)::float8 as took_ms,
  (extract(epoch from media.finished_at - media.deadline_at) * 1000)::float8 as late_ms`

/**
 * Tells of a job that has just ended, after the commit. Returns whether it was ended now. `settledFrom`: when
 * the work on its end began.
 */
export function tellEnd(
  { log, metrics, traces }: Settling,
  id: string,
  ended: Ended | undefined,
  settledFrom = performance.now(),
): boolean {
  if (!ended) return false
  traces.noteOf(id, { name: 'settle', seconds: (performance.now() - settledFrom) / 1_000 })
  const { kind, error_code: code, refunded, took_ms, late_ms } = ended
  const outcome = outcomeOf(ended)
  const error = code ?? 'none'
  metrics.countEnded({ kind, outcome, error, seconds: took_ms / 1000, refundedCredits: refunded })
  if (ended.ended_as === 'stalled') metrics.observeRefund(late_ms / 1000)
  const told = { media: id, kind, outcome, code: code ?? undefined, credits: refunded || undefined }
  log.info({ ...told, ms: Math.round(took_ms) }, 'a job ended')
  const attributes = { media: id, kind, outcome, ...(code !== null && { code }), credits: refunded }
  traces.noteWhole(id, { name: `${kind} job`, seconds: took_ms / 1_000, attributes })
  return true
}

function outcomeOf({ ended_as, error_code, refunded }: Ended): EndedJob['outcome'] {
  if (error_code === 'cancelled') return 'cancelled'
  return ended_as === 'completed' && refunded > 0 ? 'partial' : ended_as
}
