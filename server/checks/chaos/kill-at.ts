import type { KillPlan, Victim } from './plan-kills.ts'

const PAUSE_MS = 300

/** The same part dies at each of these times: for what must surely be hit. */
export const killAt = (part: Victim, ...times: number[]): KillPlan[] =>
  times.map((atMs) => ({ atMs, part, pauseMs: PAUSE_MS, wipe: false }))
