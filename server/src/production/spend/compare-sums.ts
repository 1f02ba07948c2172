import type { Bill, Period } from '#platform/providers'
import type { AddFinding } from './finding.ts'
import { BILL_GRACE_MS } from './judge-bill.ts'
import { isGivenUp, isLeftOpen, isUnknown } from './judge-job.ts'
import type { BookedJob, BookedTry } from './read-jobs.ts'

/** What one day of an offer cost by our records: at least, and at most if lost tries were bought. */
type Recorded = { least: number; most: number }
export type Days = Map<string, Recorded>

const DAY_MS = 86_400_000
const TOLERANCE = 0.005
const TOLERANCE_MICROS = 10_000

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
const keyOf = (day: string, offer: string): string => `${day} ${offer}`

/** Adds a try to the days on which the provider counts it. */
export function countTry(days: Days, job: BookedJob, one: BookedTry): void {
  const expected = one.expected_cost_micros
  const reported = one.reported_cost_micros
  const startedOn = one.answered_at ?? one.started_at
  const known = reported ?? expected ?? 0
  if (isUnknown(job, one) || isLeftOpen(job, one)) addTo(days, one, startedOn, { least: 0, most: known })
  else if (one.state !== 'accepted') return
  else if (isGivenUp(job, one)) {
    // It is cancelled when its job ends. What was taken must come back, or the day differs.
    addTo(days, one, startedOn, both(known))
    addTo(days, one, laterOf(startedOn, job.finished_at), both(-known))
  } else if (reported === null || expected === null || one.ended_at === null)
    addTo(days, one, startedOn, both(known))
  else {
    // What was estimated is taken at once, and the rest given back at the end.
    addTo(days, one, startedOn, both(expected))
    addTo(days, one, one.ended_at, both(reported - expected))
  }
}

const laterOf = (one: Date, other: Date | null): Date => (other !== null && other > one ? other : one)

const both = (micros: number): Recorded => ({ least: micros, most: micros })

function addTo(days: Days, { offer }: BookedTry, at: Date, { least, most }: Recorded): void {
  const key = keyOf(dayOf(at), offer)
  const before = days.get(key) ?? both(0)
  days.set(key, { least: before.least + least, most: before.most + most })
}

export type SumsContext = {
  provider: string
  /** What may be bought here. Other lines of the account are not ours. */
  offers: readonly string[]
  days: Days
  period: Period
  now: number
  add: AddFinding
}

/** Compares whole days. Returns what was billed on them for our offers, and for anything else. */
export async function compareSums(context: SumsContext, bill: Extract<Bill, { kind: 'sums' }>) {
  const { provider, offers, days, period, now, add } = context
  const isWhole = (day: string) => {
    const start = Date.parse(day)
    const end = start + DAY_MS
    return start >= period.from.getTime() && end <= period.to.getTime() && end + BILL_GRACE_MS <= now
  }
  const billed = new Map<string, number>()
  let others = 0
  for await (const { day, offer, costMicros } of bill.sums) {
    const key = keyOf(day, offer)
    if (!isWhole(day)) continue
    if (offers.includes(offer) || days.has(key)) billed.set(key, (billed.get(key) ?? 0) + costMicros)
    else others += costMicros
  }
  for (const key of new Set([...billed.keys(), ...days.keys()])) {
    const [day = '', offer = ''] = key.split(' ')
    if (!isWhole(day)) continue
    const recorded = days.get(key) ?? both(0)
    const micros = billed.get(key) ?? 0
    const slack = Math.max(TOLERANCE_MICROS, recorded.most * TOLERANCE)
    if (micros >= recorded.least - slack && micros <= recorded.most + slack) continue
    const possible = recorded.most === recorded.least ? {} : { possibleMicros: recorded.most }
    const about = { provider, day, offer, billedMicros: micros, recordedMicros: recorded.least }
    add({ kind: 'day_differs', ...about, ...possible })
  }
  const micros = [...billed.values()].reduce((sum, one) => sum + one, 0)
  return { rows: billed.size, micros, others }
}
