import type { DatabaseRows } from '../../../harness/audit/index.ts'
import type { Findings } from '../count-names.ts'
import { isUnanswered, knowsJob, triesOf } from '../find-tries.ts'
import { type ProviderJob, type ProviderLog, SIMULATOR } from '../provider-log.ts'

/** Whatever a provider bills is in our books: with its price, or as what a lost submit may have cost. */
export function checkBills(database: DatabaseRows, log: ProviderLog, findings: Findings): void {
  const add = (job: ProviderJob, sentence: string) =>
    findings.add('wrongBills', job.jobId, `${job.reference} at ${job.provider}: ${sentence}`)
  for (const job of log.jobs) {
    if (!job.costMicros) continue
    const tries = triesOf(database, job)
    const known = tries.find((row) => knowsJob(row, job))
    if (!known) {
      if (!tries.some(isUnanswered)) add(job, `${job.costMicros} millionths were billed and never booked`)
      continue
    }
    const { reported_cost_micros: reported, expected_cost_micros: expected } = known
    if (reported === null && expected === null) add(job, 'it has no price in our books')
    if (reported !== null && reported !== job.costMicros)
      add(job, `booked with ${reported} millionths, billed with ${job.costMicros}`)
  }
}

/** Lost submits that were bought: how many, and how many of them have a possible price in our books. */
export function countLost(database: DatabaseRows, log: ProviderLog) {
  const lost = log.jobs.filter(
    (job) => job.costMicros && !triesOf(database, job).some((row) => knowsJob(row, job)),
  )
  const isNoted = (job: ProviderJob) =>
    triesOf(database, job).some((row) => isUnanswered(row) && row.expected_cost_micros !== null)
  const byProvider = Map.groupBy(lost, ({ provider }) => provider)
  return Object.fromEntries(
    [...byProvider].map(([provider, jobs]) => [
      provider,
      { bought: jobs.length, noted: jobs.filter(isNoted).length },
    ]),
  )
}

/** What is ordered with a test key reaches no provider but the simulator. */
export function checkTestKeys(database: DatabaseRows, log: ProviderLog, findings: Findings): void {
  for (const { provider, reference } of log.submits) {
    if (provider === SIMULATOR || database.media.get(reference)?.mode !== 'test') continue
    findings.add('testKeysOutside', reference, `${reference} of a test key was sent to ${provider}`)
  }
}
