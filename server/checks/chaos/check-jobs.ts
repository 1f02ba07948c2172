import type { DatabaseRows, MediaRow } from '../../harness/audit/index.ts'
import type { Findings } from './count-names.ts'
import { isLostForGood } from './find-tries.ts'
import { filesGiven, type ProviderJob, type ProviderLog } from './provider-log.ts'
import type { ClientLog } from './run-load.ts'

/** Between the last provider check and the end of the window. */
const LAST_LOOK_MS = 2_000

/** No acknowledged job is lost or stays open, and none fails that the provider completed in time. */
export function checkJobs(
  database: DatabaseRows,
  clientLog: ClientLog,
  log: ProviderLog,
  findings: Findings,
): void {
  for (const { kind, id, clientRef } of clientLog.answers) {
    if (kind === 'acknowledged' && !database.media.has(id ?? '')) {
      findings.add('lostJobs', id ?? clientRef, `${id} was acknowledged for ${clientRef} and does not exist`)
    }
  }
  const jobsOf = Map.groupBy(log.jobs, (job) => job.reference)
  for (const media of database.media.values()) {
    const all = jobsOf.get(media.id) ?? []
    // What nobody can know of may end as it likes.
    const jobs = all.filter((job) => !isLostForGood(database, media, job))
    if (media.status === 'queued' || media.status === 'processing') {
      findings.add('lostJobs', media.id, `${media.id} (${media.model}) is still ${media.status}`)
    }
    if (media.status === 'stalled') checkStall(media, jobs, countParts(database, media), findings)
    if (media.status === 'failed') checkFailure(media, jobs, findings)
  }
}

const countParts = ({ submitsOf }: DatabaseRows, { id }: MediaRow): number =>
  new Set(submitsOf.get(id)?.map(({ part }) => part)).size

/** One part with files is enough to complete a job. It ends without them when all its parts have. */
function checkStall(media: MediaRow, jobs: ProviderJob[], parts: number, findings: Findings): void {
  const inTime = media.deadline_at.getTime() - LAST_LOOK_MS
  const finished = jobs.filter(({ finishedAt }) => finishedAt !== null && finishedAt < inTime)
  const made = finished.find((job) => job.outcome === 'succeeded' && filesGiven(job, media.n) > 0)
  const job = made ?? (finished.length >= parts ? finished[0] : undefined)
  if (!job) return
  const earlyMs = media.deadline_at.getTime() - (job.finishedAt as number)
  const when = `${job.outcome} ${Math.round(earlyMs)} ms before its end`
  const sentence = `${media.id} (${media.model}) stalled, but its provider ${when}`
  findings.add('needlessStalls', media.id, sentence)
}

function checkFailure(media: MediaRow, jobs: ProviderJob[], findings: Findings): void {
  const succeeded = jobs.some((job) => job.outcome === 'succeeded' && filesGiven(job, media.n) > 0)
  if (!succeeded) return
  const sentence = `${media.id} (${media.model}) failed with ${media.error_code}, but the provider succeeded`
  findings.add('needlessFailures', media.id, sentence)
}

/**
 * Where a second worker lives and no user waits for earlier jobs, each job is sent to its provider: the runs
 * of a worker that died continue on the other one.
 */
export function checkUnsent(database: DatabaseRows, findings: Findings): void {
  for (const { id, status } of database.media.values()) {
    if (status !== 'stalled' || database.submitsOf.has(id)) continue
    findings.add('stuckRuns', id, `${id} was never sent, although a worker was alive`)
  }
}
