import type { DatabaseRows, SubmitRow } from '../../harness/audit/index.ts'
import type { Findings } from './count-names.ts'
import type { ProviderLog } from './read-provider-log.ts'

/** Every POST was recorded before it was sent, and nothing was bought twice or without a record. */
export function checkSubmits(database: DatabaseRows, log: ProviderLog, findings: Findings): void {
  const add = (key: string, sentence: string) => findings.add('secondSubmits', key, sentence)
  const rowsOf = (id: string): SubmitRow[] => database.submitsOf.get(id) ?? []

  for (const [reference, posts] of Map.groupBy(log.submits, (submit) => submit.reference ?? '')) {
    const intents = rowsOf(reference).length
    if (posts.length > intents)
      add(reference, `${reference} was sent ${posts.length} times by ${intents} intents`)
  }
  for (const [reference, jobs] of Map.groupBy(log.jobs, (job) => job.reference)) {
    if (jobs.length > 1) add(reference, `${reference} was bought ${jobs.length} times`)
    const possible = rowsOf(reference).filter((row) => row.state !== 'refused')
    if (jobs.length > possible.length) {
      add(reference, `${reference} was bought, but every intent says refused`)
    }
    // The answer for a stalled media may never have been found; every other one was settled by its provider
    // job.
    const known = new Set(possible.map((row) => row.provider_job_id))
    const settled = database.media.get(reference)?.status !== 'stalled'
    for (const { jobId } of jobs) {
      if (settled && !known.has(jobId))
        add(jobId, `no intent of ${reference} knows the provider's job ${jobId}`)
    }
  }
  const takenBy = new Map(log.jobs.map((job) => [job.jobId, job.reference]))
  for (const [id, rows] of database.submitsOf) {
    for (const { provider_job_id: jobId } of rows) {
      if (jobId !== null && takenBy.get(jobId) !== id) add(id, `${id} names ${jobId}, which is not its job`)
    }
  }
}

/** Submits whose answer was never found although the provider has the job: they cost money. */
export function countUnresolved(database: DatabaseRows, log: ProviderLog): number {
  const recorded = new Set([...database.submitsOf.values()].flat().map((row) => row.provider_job_id))
  return log.jobs.filter((job) => !recorded.has(job.jobId)).length
}
