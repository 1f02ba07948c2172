import type { DatabaseRows } from '../../harness/audit/index.ts'
import type { Findings } from './count-names.ts'
import type { ProviderLog } from './provider-log.ts'
import type { ClientLog } from './run-load.ts'

/** A job is cancelled only when its client asked for it, and only before it can have been bought. */
export function checkCancels(
  database: DatabaseRows,
  clientLog: ClientLog,
  log: ProviderLog,
  findings: Findings,
): void {
  const asked = new Set<string>()
  for (const { mediaId, status, code } of clientLog.cancelled) {
    asked.add(mediaId)
    const media = database.media.get(mediaId)
    const right = status === 200 ? media?.error_code === 'cancelled' : code === 'not_cancellable'
    if (!right && status !== 0)
      findings.add('wrongAnswers', mediaId, `cancelling ${mediaId} got ${status} ${code}: ${media?.status}`)
  }
  const bought = new Set(log.jobs.map((job) => job.reference))
  for (const media of database.media.values()) {
    if (media.error_code !== 'cancelled') continue
    const add = (sentence: string) => findings.add('wrongCancels', media.id, `${media.id} ${sentence}`)
    if (!asked.has(media.id)) add('was cancelled without a request')
    if (bought.has(media.id)) add('was cancelled, but its provider has it')
    const live = database.submitsOf
      .get(media.id)
      ?.find(({ state }) => !['refused', 'abandoned'].includes(state))
    if (live) add(`was cancelled with a submit that is ${live.state}`)
  }
}
