import { setTimeout as sleep } from 'node:timers/promises'
import type { Bill } from '#platform/providers'
import { boughtList, type RowsContext } from './compare-rows.ts'
import { type BilledRow, type BoughtTry, judgeBill } from './judge-bill.ts'

/** At five in a second, half an hour. */
const READS_MAX = 9_000

/** Asks the provider for every job that it accepted. What it billed beyond these stays unseen. */
export async function compareJobs(
  { spill, provider, now, add, leaveOut }: RowsContext,
  { read, pauseMs }: Extract<Bill, { kind: 'jobs' }>,
) {
  const billed = { rows: 0, micros: 0 }
  let reads = 0
  leaveOut(`${provider}: it lists no bill: jobs that no try bought, and lines twice, cannot be seen`)
  for await (const bought of spill.readAll<BoughtTry>(boughtList(provider))) {
    if (!bought.isJudged) continue
    if (reads === READS_MAX) {
      leaveOut(`${provider}: more than ${READS_MAX} jobs; the rest were not asked for`)
      break
    }
    if (reads++ > 0) await sleep(pauseMs)
    const row = await read(bought.handle)
    const rows: BilledRow[] = row ? [{ ...row, at: row.at.getTime() }] : []
    if (row) {
      billed.rows++
      billed.micros += row.costMicros
    }
    judgeBill([bought], rows, now, add)
  }
  return billed
}
