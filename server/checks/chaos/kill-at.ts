import type { KillPlan, Victim } from './plan-kills.ts'

const PAUSE_MS = 300

/** Kills the same process at each of these times, for bugs that only one moment shows. */
export const killAt = (target: Victim, ...times: number[]): KillPlan[] =>
  times.map((atMs) => ({ atMs, target, pauseMs: PAUSE_MS, wipe: false }))
