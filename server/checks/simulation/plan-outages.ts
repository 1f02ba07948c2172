import type { Random } from '../../harness/random/index.ts'
import type { Scheduler } from './scheduler.ts'

export type Outage = { from: number; to: number }

const WITHIN_MS = 150_000
const SHORTEST_MS = 1_000

/** When a part that is not ours does not answer: up to three times, for at most so long. */
export const planOutages = (scheduler: Scheduler, random: Random, longestMs: number): Outage[] =>
  Array.from({ length: random.int(0, 3) }, () => {
    const from = scheduler.now() + random.int(0, WITHIN_MS)
    return { from, to: from + random.int(SHORTEST_MS, longestMs) }
  })

export const isOutAt = (outages: Outage[], at: number): boolean =>
  outages.some(({ from, to }) => from <= at && at <= to)
