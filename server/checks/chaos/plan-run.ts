import { behaviourOnDoubles } from './on-doubles/behaviour.ts'
import { type Faults, usualFaults } from './on-doubles/usual-faults.ts'
import { type Counts, type KillPlan, planKills } from './plan-kills.ts'
import { type Behaviour, planSubmits, type SubmitPlan, usualBehaviour } from './plan-submits.ts'

/** What an injected bug changes in the plan. */
export type PlanChange = {
  behaviour?: Partial<Behaviour>
  users?: number
  workers?: number
  loadSeconds?: number
  stallSeconds?: number
  drainSeconds?: number
  watchSeconds?: number
  env?: Record<string, string>
  /** Instead of random kills. */
  kills?: KillPlan[]
  /** The jobs go to doubles of the real providers. */
  isOnDoubles?: boolean
  /** Instead of the usual faults of the doubles. */
  faults?: Faults
}

export type Plan = {
  seed: number
  users: number
  counts: Counts
  /** Apis and workers stand behind balancers. */
  isBalanced: boolean
  /** There is a pooler in front of the database. */
  isPooled: boolean
  /** How the doubles fail; undefined when the jobs go to the simulator. */
  faults: Faults | undefined
  submits: SubmitPlan[]
  kills: KillPlan[]
  drainMs: number
  watchEveryMs: number
  env: Record<string, string>
}

const JOBS_PER_SECOND = 8
const SECONDS_PER_KILL = 4.2
const JOBS_PER_USER = 8
/** The slow jobs end this long before their window closes: an outage at that moment must not matter. */
const SLOW_ENDS_BEFORE_SECONDS = 6

/**
 * A submit that OpenAI holds when its worker dies is closed after 181 s. With a shorter window it would stall
 * instead of fail. Short runs do not wait for that.
 */
const HELD_SECONDS = 220

type Size = {
  seed: number
  jobs: number
  kills: number
  apis?: number
  workers?: number
  isPooled?: boolean
  isOnDoubles?: boolean
}

/**
 * The window is long against every outage (a kill costs some seconds, a run that died unnoticed about
 * twenty), and short enough that many windows close in the middle of the run. Jobs that fill their window are
 * submitted early, so that the run need not wait a whole window after the load.
 */
export function planRun(size: Size, change: PlanChange = {}): Plan {
  const { seed, jobs, kills, apis = 1, workers = 1, isPooled = false } = size
  const counts = { apis, workers: change.workers ?? workers }
  const loadSeconds = change.loadSeconds ?? Math.max(jobs / JOBS_PER_SECOND, kills * SECONDS_PER_KILL, 8)
  const isOnDoubles = change.isOnDoubles ?? size.isOnDoubles ?? false
  const [least, most] = isOnDoubles ? [90, HELD_SECONDS] : [40, 90]
  const stallSeconds = change.stallSeconds ?? Math.min(most, Math.max(least, Math.round(loadSeconds * 0.9)))
  const users = change.users ?? Math.max(4, Math.ceil(jobs / JOBS_PER_USER))
  const loadMs = loadSeconds * 1_000
  const lastEarlyMs = loadMs + 10_000 - stallSeconds * 1_000
  return {
    seed,
    users,
    counts,
    isBalanced: apis > 1 || workers > 1,
    isPooled,
    submits: planSubmits(
      { seed, jobs, users, loadMs, lastEarlyMs },
      { ...(isOnDoubles ? behaviourOnDoubles : usualBehaviour), ...change.behaviour },
    ),
    faults: isOnDoubles ? (change.faults ?? usualFaults) : undefined,
    kills:
      change.kills ?? planKills({ seed, kills, loadMs, counts: { apis, workers }, isPooled, isOnDoubles }),
    drainMs: (change.drainSeconds ?? stallSeconds + 60) * 1_000,
    watchEveryMs: (change.watchSeconds ?? 5) * 1_000,
    env: {
      LOG_LEVEL: 'warn',
      TICK_SECONDS: '3',
      IMAGE_STALL_SECONDS: String(stallSeconds),
      VIDEO_STALL_SECONDS: String(stallSeconds),
      RUNNING_JOBS_PER_USER: '3',
      SUBMIT_WAIT_SECONDS: '8',
      SIMULATOR_SEED: String(seed),
      SIMULATOR_LOST_REPLY_PERCENT: '2',
      SIMULATOR_CUT_DOWNLOAD_PERCENT: '3',
      SIMULATOR_LONG_SIDE_PIXELS: '96',
      SIMULATOR_RENDER_MS: '800',
      SIMULATOR_VIDEO_MS: '1500',
      SIMULATOR_SLOW_MS: String(Math.max(1, stallSeconds - SLOW_ENDS_BEFORE_SECONDS) * 1_000),
      ...change.env,
    },
  }
}
