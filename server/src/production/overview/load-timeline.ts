import { isIdOf, type MediaStatus, type Timeline, type TimelineStep } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { erased } from '#platform/refusal'
import { mediaNotFound } from '#production/media'

type JobRow = {
  id: string
  status: MediaStatus
  parent_id: string | null
  cost_credits: number
  refunded_credits: number
  created_at: Date
  deadline_at: Date
  result_seen_at: Date | null
  finished_at: Date | null
  refunded_at: Date | null
  removed_at: Date | null
  erased_at: Date | null
}

type TryRow = {
  part: number
  state: 'intent' | 'unknown' | 'accepted' | 'refused' | 'abandoned'
  started_at: Date
  answered_at: Date | null
}

const steps = {
  intent: 'unanswered',
  unknown: 'unanswered',
  accepted: 'accepted',
  refused: 'refused',
  abandoned: 'abandoned',
} as const satisfies Record<TryRow['state'], TimelineStep['step']>

/** What the rows know about a job. Names and ids of providers are not for owners. */
export async function loadTimeline(db: Rows, owner: Owner, id: string): Promise<Timeline> {
  const job = isIdOf('media', id) ? await findJob(db, owner, id) : undefined
  if (!job) throw mediaNotFound(id)
  if (job.erased_at) throw erased(job.erased_at)
  const tries = await db.rows<TryRow>(
    `select part, state, started_at, answered_at from provider_submits where media_id = $1 order by try`,
    [id],
  )
  return { id, deadlineAt: job.deadline_at.toISOString(), steps: writeSteps(job, tries) }
}

const findJob = (db: Rows, owner: Owner, id: string) =>
  db.row<JobRow>(
    `select id, status, parent_id, cost_credits, refunded_credits, created_at, deadline_at, result_seen_at,
       finished_at, refunded_at, removed_at, erased_at
     from media where id = $1 and user_id = $2 and mode = $3`,
    [id, owner.userId, owner.mode],
  )

/** Oldest first; steps of one moment stay in the order in which they follow from each other. */
function writeSteps(job: JobRow, tries: TryRow[]): TimelineStep[] {
  const found: TimelineStep[] = []
  const add = (at: Date | null, step: TimelineStep['step'], more: Partial<TimelineStep> = {}) => {
    if (at) found.push({ at: at.toISOString(), step, part: null, credits: null, ...more })
  }
  add(job.created_at, 'submitted', { credits: job.parent_id ? null : -job.cost_credits })
  for (const { part, state, started_at, answered_at } of tries) {
    add(started_at, 'sent', { part })
    add(answered_at, steps[state], { part })
  }
  add(job.result_seen_at, 'result_seen')
  if (job.status !== 'queued' && job.status !== 'processing') add(job.finished_at, job.status)
  add(job.refunded_at, 'refunded', { credits: job.refunded_credits })
  add(job.removed_at, 'file_removed')
  return found.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}
