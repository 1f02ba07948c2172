import { setTimeout as sleep } from 'node:timers/promises'
import { queryDatabase } from '../../harness/driver/index.ts'
import { print } from '../../harness/report/index.ts'
import { type Caller, newTold, sendAtRate } from './send-submits.ts'

export type Sizes = { renderSeconds: number; stepSeconds: number }

/** Jobs a second in the first step; each step sends twice as many as the one before. */
const FIRST_PER_SECOND = 4
const STEPS_MAX = 6
/** When fewer of the jobs than this are completed in the same time, the machine is at its limit. */
const CARRIED_SHARE = 0.85
/** After the render time, until the results of the first jobs are stored. */
const SETTLE_MS = 3_000

/**
 * The rate that the machine carries: jobs are sent at a steady rate, twice as many in each step, until fewer
 * are completed than are sent, or some are refused. Returns the best rate, in completed jobs a second.
 */
export async function measureRate(
  databaseUrl: string,
  caller: Caller,
  { renderSeconds, stepSeconds }: Sizes,
): Promise<number> {
  let best = 0
  for (let step = 0, perSecond = FIRST_PER_SECOND; step < STEPS_MAX; step++, perSecond *= 2) {
    const told = newTold()
    const untilSteadyMs = renderSeconds * 1_000 + SETTLE_MS
    const sending = sendAtRate(caller, told, { perSecond, seconds: untilSteadyMs / 1_000 + stepSeconds })
    await sleep(untilSteadyMs)
    const before = await countCompleted(databaseUrl)
    const startedAt = performance.now()
    await sleep(stepSeconds * 1_000)
    const completed = (await countCompleted(databaseUrl)) - before
    const carried = (completed / (performance.now() - startedAt)) * 1_000
    await sending
    print(
      `  ${perSecond} sent a second: ${carried.toFixed(1)} completed, ${told.refused.length} refused in all`,
    )
    best = Math.max(best, carried)
    if (carried < perSecond * CARRIED_SHARE || told.refused.length > 0) break
  }
  return best
}

const countWhere = async (databaseUrl: string, condition: string): Promise<number> => {
  const rows = await queryDatabase(databaseUrl, (query) =>
    query<{ count: number }>(`select count(*)::int as count from media where ${condition}`),
  )
  return rows[0]?.count ?? 0
}

export const countOpen = (databaseUrl: string) =>
  countWhere(databaseUrl, `status in ('queued', 'processing')`)
export const countCompleted = (databaseUrl: string) => countWhere(databaseUrl, `status = 'completed'`)
