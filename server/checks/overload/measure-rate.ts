import { setTimeout as sleep } from 'node:timers/promises'
import { queryDatabase } from '../../harness/driver/index.ts'
import { print } from '../../harness/report/index.ts'
import { type Caller, newTold } from './send-submits.ts'

export type Sizes = { renderSeconds: number; stepSeconds: number }

/** Twice as many open jobs must bring this much more, or the machine is at its limit. */
const GAIN_MIN = 1.15
const STEPS_MAX = 7
const FIRST_OPEN = 32
const LOOK_MS = 250

/**
 * The rate that the machine carries: a number of jobs is kept open, twice as many in each step, until that
 * brings no more, or some are refused. Returns the best rate, in completed jobs a second.
 */
export async function measureRate(
  databaseUrl: string,
  caller: Caller,
  { renderSeconds, stepSeconds }: Sizes,
): Promise<number> {
  let best = 0
  for (let step = 0, open = FIRST_OPEN; step < STEPS_MAX; step++, open *= 2) {
    const told = newTold()
    const holding = new AbortController()
    const held = keepOpen(databaseUrl, caller, { open, told, signal: holding.signal })
    // The first jobs of a step finish after their render time.
    await sleep(renderSeconds * 1_000 + 1_000)
    const before = await countCompleted(databaseUrl)
    await sleep(stepSeconds * 1_000)
    const perSecond = ((await countCompleted(databaseUrl)) - before) / stepSeconds
    holding.abort()
    await held
    print(`  ${open} open: ${perSecond.toFixed(1)} a second, ${told.refused.length} refused`)
    const isOver = perSecond < best * GAIN_MIN || told.refused.length > 0
    best = Math.max(best, perSecond)
    if (isOver) break
  }
  return best
}

type Held = { open: number; told: ReturnType<typeof newTold>; signal: AbortSignal }

/** Submits as many jobs as are missing to the wanted number, again and again. */
async function keepOpen(databaseUrl: string, caller: Caller, { open, told, signal }: Held): Promise<void> {
  while (!signal.aborted) {
    const missing = open - (await countOpen(databaseUrl))
    await Promise.all(Array.from({ length: Math.max(0, missing) }, () => caller.submit(told)))
    await sleep(LOOK_MS)
  }
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
