import type { DatabaseRows, MediaRow, SubmitRow } from '../../harness/audit/index.ts'
import { type ProviderJob, SIMULATOR } from './provider-log.ts'

type Part = { provider: string; reference: string; part: number }

/** The tries by which a part of a job was sent to one provider. */
export const triesOf = (database: DatabaseRows, { provider, reference, part }: Part): SubmitRow[] =>
  (database.submitsOf.get(reference) ?? []).filter(
    (row) => row.part === part && (provider === SIMULATOR || row.provider === provider),
  )

/** OpenAI answers that it refuses a job after it has begun with it, and takes nothing for it. */
export const isBought = ({ provider, outcome }: ProviderJob): boolean =>
  provider !== 'openai' || outcome !== 'failed'

/** OpenAI has no names for jobs. */
export const knowsJob = ({ state, provider_job_id }: SubmitRow, { provider, jobId }: ProviderJob): boolean =>
  state === 'accepted' && (provider === 'openai' || provider_job_id === jobId)

/** It was sent, and nobody has heard what became of it. */
export const isUnanswered = ({ state }: SubmitRow): boolean => state === 'intent' || state === 'unknown'

/** A callback or the list of a provider tells of a lost job. Until it is found it takes this long at most. */
const FOUND_WITHIN_MS = 10_000

/**
 * The answer to the submit was lost, and nothing else told of the job in time: OpenAI and Runway tell
 * nothing, kie only by a callback. fal lists what has ended.
 */
export function isLostForGood(database: DatabaseRows, media: MediaRow, job: ProviderJob): boolean {
  const tries = triesOf(database, job)
  if (tries.some((row) => knowsJob(row, job)) || !tries.some(isUnanswered)) return false
  const lastMs = media.deadline_at.getTime() - FOUND_WITHIN_MS
  switch (job.provider) {
    case 'openai':
    case 'runway':
      return true
    case 'kie':
      return typeof job.announcedAt !== 'number' || job.announcedAt > lastMs
    case 'fal':
      return job.finishedAt === null || job.finishedAt > lastMs
    default:
      return false
  }
}
