import type { DatabaseRows, SubmitRow } from '../../harness/audit/index.ts'
import type { Findings } from './count-names.ts'
import { isBought, isUnanswered, knowsJob, triesOf } from './find-tries.ts'
import type { ProviderJob, ProviderLog } from './provider-log.ts'

type Add = (key: string, sentence: string) => void

/** Every POST was recorded before it was sent, and nothing was bought twice or without a record. */
export function checkSubmits(database: DatabaseRows, log: ProviderLog, findings: Findings): void {
  const add: Add = (key, sentence) => findings.add('secondSubmits', key, sentence)
  for (const posts of Map.groupBy(log.submits, nameOf).values()) {
    const [first] = posts
    const intents = first ? triesOf(database, first).length : 0
    if (posts.length > intents)
      add(nameOf(first), `${nameOf(first)} was sent ${posts.length} times by ${intents} intents`)
  }
  const bought = log.jobs.filter(isBought)
  for (const jobs of Map.groupBy(bought, nameOf).values()) checkPart(database, jobs, add)
  for (const [reference, jobs] of Map.groupBy(bought, (job) => job.reference)) {
    const providers = [...new Set(jobs.map(({ provider }) => provider))]
    if (providers.length > 1) add(reference, `${reference} was bought from ${providers.join(' and ')}`)
  }
  checkNames(database, log, add)
}

const nameOf = (one: { provider: string; reference: string; part: number } | undefined): string =>
  `${one?.reference}, part ${one?.part}, at ${one?.provider}`

/** What was bought for one part of a job. */
function checkPart(database: DatabaseRows, jobs: ProviderJob[], add: Add): void {
  const [first] = jobs
  if (!first) return
  const { reference } = first
  if (jobs.length > 1) add(reference, `${nameOf(first)} was bought ${jobs.length} times`)
  const possible = triesOf(database, first).filter((row) => row.state !== 'refused')
  if (jobs.length > possible.length)
    add(reference, `${nameOf(first)} was bought, but every intent says refused`)
  // The answer for a stalled media may never have been found, nor that of a part; every other one was settled
  // by its provider job.
  const isSettled = database.media.get(reference)?.status !== 'stalled'
  for (const job of jobs) {
    const isKnown = possible.some((row) => knowsJob(row, job) || isUnanswered(row))
    if (isSettled && !isKnown) add(job.jobId, `no intent of ${nameOf(job)} knows the job ${job.jobId}`)
  }
}

/** A job that a try names is its own. What OpenAI made is named by what we stored. */
function checkNames(database: DatabaseRows, log: ProviderLog, add: Add): void {
  const takenBy = new Map(log.jobs.map((job) => [job.jobId, job.reference]))
  for (const [id, rows] of database.submitsOf) {
    for (const { provider, provider_job_id: jobId } of rows) {
      if (jobId !== null && provider !== 'openai' && takenBy.get(jobId) !== id)
        add(id, `${id} names ${jobId}, which is not its job`)
    }
  }
}

/** Submits whose answer was never found although the provider has the job: they cost money. */
export function countUnresolved(database: DatabaseRows, log: ProviderLog): number {
  const isKnown = (job: ProviderJob) => triesOf(database, job).some((row: SubmitRow) => knowsJob(row, job))
  return log.jobs.filter((job) => isBought(job) && !isKnown(job)).length
}
