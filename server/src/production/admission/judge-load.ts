import { type Pulse, UNREACHABLE_MS } from './pulse.ts'

/** The kind of a job, its window, and the column that counts the open jobs that end within it. */
export type Window = {
  kind: 'image' | 'video'
  ms: number
  openColumn: 'open_image' | 'open_video' | 'open_image_test' | 'open_video_test'
}

/** What the api knows of itself: the delay of its event loop, and the jobs that it is starting. */
export type OwnLoad = { loopDelayMs: number; starting: number }

export type Overload = { reason: string; retryAfterSeconds: number }

/** A worker that wrote within this time is alive. */
export const ALIVE_MS = 5_000
/** A worker needs space for the files that it stores. */
const FREE_BYTES_MIN = 256 * 1024 * 1024
/** A job may wait this share of its window for its first step, at least 2 s. */
const BEGIN_SHARE = 0.05
const BEGIN_MS_MIN = 2_000
const NOT_BEGUN_MIN = 20
/** The open jobs that end before a new one must be finished within this share of its window. */
const FINISH_SHARE = 0.7
/** So few open jobs, or videos, are never too many for one worker. */
const OPEN_MIN = 60
const OPEN_VIDEOS_MIN = 20
/** Beyond this delay, the api itself cannot follow. */
const LOOP_DELAY_MS = 1_000
/** So many accepted jobs of one api may wait for the answer of their provider at a time. */
const STARTING_MAX = 100
const RETRY_SECONDS_MAX = 60

/**
 * Whether a new job cannot be produced within its window, by what the workers measured. The api remembers
 * nothing: as soon as the measurements are good again, jobs are accepted.
 */
export function judgeLoad(pulses: Pulse[], own: OwnLoad, window: Window): Overload | undefined {
  const [newest] = pulses
  if (own.starting >= STARTING_MAX) return overload('too many jobs are being started', 2)
  // No worker has ever written: the service is being set up, and the jobs wait for one.
  if (!newest) return undefined
  if (newest.age_ms > UNREACHABLE_MS) return overload('no worker is running', 10)
  const alive = pulses.filter(({ age_ms }) => age_ms < ALIVE_MS)
  if (alive.length === 0) return judgeSilent(newest, pulses, window)
  if (Math.min(...alive.map((one) => one.engine_down_ms)) >= UNREACHABLE_MS)
    return overload('the workflow engine cannot be reached', 10)
  if (Math.max(...alive.map((one) => one.free_bytes)) < FREE_BYTES_MIN)
    return overload('there is too little space for new files', 30)
  if (own.loopDelayMs > LOOP_DELAY_MS) return overload('the service is too busy to answer', 2)
  return judgeQueue(newest, alive, window) ?? judgeVideos(newest, alive, window)
}

/** All workers are being started again: until they write, they are taken to be as fast as they were. */
function judgeSilent(newest: Pulse, pulses: Pulse[], window: Window): Overload | undefined {
  const silent = pulses.filter((one) => one.age_ms <= UNREACHABLE_MS && one.begun_per_second > 0)
  if (silent.length === 0) return undefined
  return judgeQueue(newest, silent, window) ?? judgeVideos(newest, silent, window)
}

function judgeQueue(newest: Pulse, alive: Pulse[], window: Window): Overload | undefined {
  const begunPerSecond = sum(alive.map((one) => one.begun_per_second))
  if (newest.not_begun >= NOT_BEGUN_MIN) {
    const waitMs = (newest.not_begun / begunPerSecond) * 1_000
    const tooLongMs = waitMs - Math.max(BEGIN_MS_MIN, BEGIN_SHARE * window.ms)
    if (tooLongMs > 0) return overload('more jobs wait than can be begun in time', tooLongMs / 1_000)
  }
  const open = newest[window.openColumn]
  if (open < OPEN_MIN * alive.length) return undefined
  const tooLongSeconds = findExcess(open, alive, 'finished_per_second', window)
  return tooLongSeconds
    ? overload('more jobs are open than can be finished in time', tooLongSeconds)
    : undefined
}

/** Videos are stored in a queue of their own, so that images do not wait for them. */
function judgeVideos(newest: Pulse, alive: Pulse[], window: Window): Overload | undefined {
  const open = newest.open_videos
  if (window.kind !== 'video' || open < OPEN_VIDEOS_MIN * alive.length) return undefined
  const tooLongSeconds = findExcess(open, alive, 'videos_per_second', window)
  return tooLongSeconds
    ? overload('more videos are open than can be stored in time', tooLongSeconds)
    : undefined
}

/** How many seconds too long it takes to finish the open jobs, by what the workers can finish a second. */
function findExcess(
  open: number,
  alive: Pulse[],
  rate: 'finished_per_second' | 'videos_per_second',
  { ms }: Window,
): number | undefined {
  const known = alive.map((one) => one[rate]).filter((perSecond) => perSecond > 0)
  if (known.length === 0) return undefined
  // A worker that does not know its rate yet is taken for an average one, if it gets work at all.
  const isNew = (one: Pulse) => one[rate] === 0 && one.begun_per_second > 0
  const perSecond = (sum(known) / known.length) * (known.length + alive.filter(isNew).length)
  const tooLongSeconds = open / perSecond - (FINISH_SHARE * ms) / 1_000
  return tooLongSeconds > 0 ? tooLongSeconds : undefined
}

const overload = (reason: string, seconds: number): Overload => ({
  reason,
  retryAfterSeconds: Math.min(RETRY_SECONDS_MAX, Math.max(1, Math.ceil(seconds))),
})

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)
