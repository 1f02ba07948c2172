import type { KillPlan, Victim } from './plan-kills.ts'

const PAUSE_MS = 300

/** The same process dies at each of these times: for what must surely be hit. */
export const killAt = (target: Victim, ...times: number[]): KillPlan[] =>
  times.map((atMs) => ({ atMs, target, pauseMs: PAUSE_MS, wipe: false }))
