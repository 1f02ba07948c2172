import type { Db } from '#platform/db'
import type { Bill, Period } from '#platform/providers'
import type { AddFinding } from './finding.ts'
import { type BilledRow, type BoughtTry, inIso, isOfAnotherDay, judgeBill } from './judge-bill.ts'
import { BUCKETS, type Spill } from './open-spill.ts'
import { findBought } from './read-jobs.ts'

/** A try that the provider may have accepted, although its answer does not say so. */
export type DoubtfulTry = { mediaId: string; try: number; part: number; state: string }

export type RowsContext = {
  db: Db
  spill: Spill
  provider: string
  period: Period
  now: number
  add: AddFinding
  leaveOut: (sentence: string) => void
}

type RowBill = Extract<Bill, { kind: 'rows' }>

/** So many jobs are looked up one by one. More than these is a case for a shorter period. */
const LOOKUPS_MAX = 500

export const boughtList = (provider: string): string => `${provider}-bought`
export const doubtfulList = (provider: string): string => `${provider}-doubtful`
const billList = (provider: string): string => `${provider}-bill`

/** Compares every line of a bill with every accepted try. Returns what was billed in the period. */
export async function compareRows(context: RowsContext, bill: RowBill) {
  const { spill, provider, period, now, add } = context
  const billed = { rows: 0, micros: 0 }
  for await (const { jobId, at, costMicros } of bill.rows) {
    spill.add(billList(provider), jobId, { jobId, at: at.getTime(), costMicros } satisfies BilledRow)
    if (!isIn(period, at.getTime())) continue
    billed.rows++
    billed.micros += costMicros
  }
  const explained = await explainDoubtful(context, bill)
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const tries = await spill.readBucket<BoughtTry>(boughtList(provider), bucket)
    const rows = await spill.readBucket<BilledRow>(billList(provider), bucket)
    const byJob = Map.groupBy(rows, ({ jobId }) => jobId)
    const triesByJob = Map.groupBy(tries, ({ handle }) => handle.jobId)
    for (const [jobId, bought] of triesByJob) judgeBill(bought, byJob.get(jobId) ?? [], now, add)
    const others = rows.filter(
      ({ jobId, at }) => isIn(period, at) && !triesByJob.has(jobId) && !explained.has(jobId),
    )
    await judgeOthers(context, others)
  }
  return billed
}

const isIn = ({ from, to }: Period, at: number): boolean => at >= from.getTime() && at < to.getTime()

/** Lines in the period that belong to no job of the period. */
async function judgeOthers({ db, provider, add }: RowsContext, rows: BilledRow[]): Promise<void> {
  if (rows.length === 0) return
  const jobIds = rows.map(({ jobId }) => jobId)
  const bought = await db.transaction((tx) => findBought(tx, provider, jobIds), { isSnapshot: true })
  for (const { jobId, at, costMicros } of rows) {
    const about = { provider, jobId, at: inIso(at), billedMicros: costMicros }
    const known = bought.get(jobId)
    if (!known) add({ kind: 'billed_without_try', ...about })
    else if (isOfAnotherDay(at, known.started_at.getTime()))
      add({ kind: 'billed_on_another_day', ...about, mediaId: known.media_id, try: known.try })
  }
}

/** Asks for the lines of jobs with tries that were refused or lost. Returns the lines that these explain. */
async function explainDoubtful(context: RowsContext, bill: RowBill): Promise<Set<string>> {
  const { spill, provider, add, leaveOut, db } = context
  const explained = new Set<string>()
  const asked = new Set<string>()
  for await (const doubtful of spill.readAll<DoubtfulTry>(doubtfulList(provider))) {
    if (asked.has(doubtful.mediaId)) continue
    asked.add(doubtful.mediaId)
    const rows = asked.size > LOOKUPS_MAX ? undefined : await bill.findOfJob?.(doubtful.mediaId)
    if (!rows) {
      leaveOut(
        asked.size > LOOKUPS_MAX
          ? `${provider}: only ${LOOKUPS_MAX} jobs with refused or lost tries were looked up on the bill`
          : `${provider}: its bill cannot be asked for our jobs; refused and lost tries were not looked up`,
      )
      return explained
    }
    const jobIds = rows.map(({ jobId }) => jobId)
    const bought = await db.transaction((tx) => findBought(tx, provider, jobIds), { isSnapshot: true })
    for (const { jobId, at, costMicros } of rows.filter((row) => !bought.has(row.jobId))) {
      explained.add(jobId)
      const { state, ...ids } = doubtful
      const kind = state === 'unknown' ? 'billed_unknown_try' : 'billed_refused_try'
      add({ kind, provider, ...ids, jobId, at: at.toISOString(), billedMicros: costMicros })
    }
  }
  return explained
}
