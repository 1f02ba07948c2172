import { type KillPlan, planKills } from './plan-kills.ts'
import { type Manners, type OrderPlan, planOrders, usualManners } from './plan-orders.ts'

/** What differs from the usual storm. */
export type Twist = {
  manners?: Partial<Manners>
  users?: number
  loadSeconds?: number
  stallSeconds?: number
  drainSeconds?: number
  watchSeconds?: number
  env?: Record<string, string>
  /** In place of kills by chance. */
  kills?: KillPlan[]
}

export type Plan = {
  seed: number
  users: number
  orders: OrderPlan[]
  kills: KillPlan[]
  drainMs: number
  watchEveryMs: number
  env: Record<string, string>
}

const JOBS_PER_SECOND = 8
const SECONDS_PER_KILL = 4.2
const JOBS_PER_USER = 8
/** The slow jobs end this long before their window closes: what is down at that moment decides nothing. */
const SLOW_ENDS_BEFORE_SECONDS = 6

/**
 * The window is long against every outage (a kill costs some seconds, a run that died unseen about twenty),
 * and short enough that many windows close in the middle of the storm. Jobs that fill their window are asked
 * for early, so that the run need not wait a whole window after the load.
 */
export function planRun(size: { seed: number; jobs: number; kills: number }, twist: Twist = {}): Plan {
  const { seed, jobs, kills } = size
  const loadSeconds = twist.loadSeconds ?? Math.max(jobs / JOBS_PER_SECOND, kills * SECONDS_PER_KILL, 8)
  const stallSeconds = twist.stallSeconds ?? Math.min(90, Math.max(40, Math.round(loadSeconds * 0.9)))
  const users = twist.users ?? Math.max(4, Math.ceil(jobs / JOBS_PER_USER))
  const loadMs = loadSeconds * 1_000
  const lastEarlyMs = loadMs + 10_000 - stallSeconds * 1_000
  return {
    seed,
    users,
    orders: planOrders({ seed, jobs, users, loadMs, lastEarlyMs }, { ...usualManners, ...twist.manners }),
    kills: twist.kills ?? planKills({ seed, kills, loadMs }),
    drainMs: (twist.drainSeconds ?? stallSeconds + 60) * 1_000,
    watchEveryMs: (twist.watchSeconds ?? 5) * 1_000,
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
      ...twist.env,
    },
  }
}
