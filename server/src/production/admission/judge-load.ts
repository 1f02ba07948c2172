import type { Pulse } from './pulse.ts'

/** The window of a job, in milliseconds, and the column that counts the open jobs that end within it. */
export type Window = {
  ms: number
  openColumn: 'open_image' | 'open_video' | 'open_image_test' | 'open_video_test'
}

/** What the api knows of itself: the delay of its event loop, and the jobs that it is starting. */
export type OwnLoad = { loopDelayMs: number; starting: number }

export type Overload = { reason: string; retryAfterSeconds: number }

/** A worker that wrote within this time is alive. */
export const ALIVE_MS = 5_000
/** Without an engine or a worker the tick and a restart help; after this time jobs are not accepted. */
const UNREACHABLE_MS = 60_000
/** A worker needs space for the files that it stores. */
const FREE_BYTES_MIN = 256 * 1024 * 1024
/** A job may wait this share of its window for its first step, at least 2 s. */
const BEGIN_SHARE = 0.05
const BEGIN_MS_MIN = 2_000
const NOT_BEGUN_MIN = 20
/** The open jobs that end before a new one must be finished within this share of its window. */
const FINISH_SHARE = 0.7
/** So few open jobs are never too many for one worker. */
const OPEN_MIN = 60
/** Beyond this delay, the api itself cannot follow. */
const LOOP_DELAY_MS = 1_000
/** So many accepted jobs of one api may wait for the answer of their provider at a time. */
const STARTING_MAX = 100
const RETRY_SECONDS_MAX = 60

/**
 * Whether a new job cannot be produced within its window, by what the workers measured in the last seconds.
 * Nothing is remembered: as soon as the measurements are good again, jobs are accepted.
 */
export function judgeLoad(pulses: Pulse[], own: OwnLoad, window: Window): Overload | undefined {
  const [newest] = pulses
  if (own.starting >= STARTING_MAX) return overload('too many jobs are being started', 2)
  // No worker has ever written: the service is being set up, and the jobs wait for one.
  if (!newest) return undefined
  if (newest.age_ms > UNREACHABLE_MS) return overload('no worker is running', 10)
  const alive = pulses.filter(({ age_ms }) => age_ms < ALIVE_MS)
  if (alive.length === 0) return undefined
  if (Math.min(...alive.map((one) => one.engine_down_ms)) >= UNREACHABLE_MS)
    return overload('the workflow engine cannot be reached', 10)
  if (Math.max(...alive.map((one) => one.free_bytes)) < FREE_BYTES_MIN)
    return overload('there is too little space for new files', 30)
  if (own.loopDelayMs > LOOP_DELAY_MS) return overload('the service is too busy to answer', 2)
  return judgeQueue(newest, alive, window)
}

function judgeQueue(newest: Pulse, alive: Pulse[], window: Window): Overload | undefined {
  const begunPerSecond = sum(alive.map((one) => one.begun_per_second))
  if (newest.not_begun >= NOT_BEGUN_MIN) {
    const waitMs = (newest.not_begun / begunPerSecond) * 1_000
    const tooLongMs = waitMs - Math.max(BEGIN_MS_MIN, BEGIN_SHARE * window.ms)
    if (tooLongMs > 0) return overload('more jobs wait than can be begun in time', tooLongMs / 1_000)
  }
  const finishedPerSecond = sum(alive.map((one) => one.finished_per_second))
  const open = newest[window.openColumn]
  const isBusy = alive.some((one) => one.is_saturated) && open >= OPEN_MIN * alive.length
  if (!isBusy || finishedPerSecond === 0) return undefined
  const tooLongSeconds = open / finishedPerSecond - (FINISH_SHARE * window.ms) / 1_000
  if (tooLongSeconds <= 0) return undefined
  return overload('more jobs are open than can be finished in time', tooLongSeconds)
}

const overload = (reason: string, seconds: number): Overload => ({
  reason,
  retryAfterSeconds: Math.min(RETRY_SECONDS_MAX, Math.max(1, Math.ceil(seconds))),
})

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)
