import { performance } from 'node:perf_hooks'

/** What a worker did in the last seconds, and whether it had more to do than it could. */
export type WorkRates = {
  begunPerSecond: number
  finishedPerSecond: number
  stepsPerSecond: number
  isSaturated: boolean
}

export type WorkMeter = {
  countStep(): void
  countBegun(): void
  countFinished(): void
  /** Called every second, with the number of results that wait to be stored. */
  sample(waiting: number): void
  read(): WorkRates
}

/** Long enough to average out single jobs, short enough to notice within seconds that a load has ended. */
const WINDOW_MS = 15_000
/** Fewer jobs than this in a window say nothing about how many it could have been. */
const COUNTED_MIN = 8
/** The first jobs after a pause: their number is divided by at least this time. */
const SPAN_MIN_MS = 2_000
/** A process is saturated when it was busy in most of the last samples. */
const SAMPLES = 5
const BUSY_SHARE = 0.9
const FORGET_MS = 120_000

export function newWorkMeter(): WorkMeter {
  const [steps, begun, finished] = [newCounter(), newCounter(), newCounter()]
  const busy: boolean[] = []
  let atLimit: { perSecond: number; at: number } | undefined
  const isSaturated = () => busy.filter(Boolean).length > SAMPLES / 2
  // Before the first jobs of a wave are finished, the last wave says how many it will be.
  const readFinished = () => {
    const now = performance.now()
    const perSecond = finished.perSecond()
    if (isSaturated() && perSecond > 0)
      atLimit = { perSecond: Math.max(perSecond, fade(atLimit, now)), at: now }
    return isSaturated() ? Math.max(perSecond, fade(atLimit, now)) : perSecond
  }
  let utilization = performance.eventLoopUtilization()
  return {
    countStep: steps.count,
    countBegun: begun.count,
    countFinished: finished.count,
    sample(waiting) {
      const now = performance.eventLoopUtilization()
      const share = performance.eventLoopUtilization(now, utilization).utilization
      utilization = now
      busy.push(waiting > 0 || share > BUSY_SHARE)
      if (busy.length > SAMPLES) busy.shift()
    },
    read: () => ({
      begunPerSecond: begun.perSecond(),
      finishedPerSecond: readFinished(),
      stepsPerSecond: steps.perSecond(),
      isSaturated: isSaturated(),
    }),
  }
}

/** What was known about the limit counts less with time: the machine may have become slower. */
const fade = (known: { perSecond: number; at: number } | undefined, now: number): number =>
  known === undefined ? 0 : known.perSecond * Math.max(0, 1 - (now - known.at) / FORGET_MS)

function newCounter(): { count(): void; perSecond(): number } {
  const times: number[] = []
  const forget = (before: number) => {
    const kept = times.findIndex((time) => time >= before)
    times.splice(0, kept < 0 ? times.length : kept)
  }
  return {
    count() {
      times.push(performance.now())
      if (times.length % 1_000 === 0) forget(performance.now() - WINDOW_MS)
    },
    perSecond() {
      const now = performance.now()
      forget(now - WINDOW_MS)
      const [first] = times
      if (first === undefined || times.length < COUNTED_MIN) return 0
      return (times.length / Math.max(SPAN_MIN_MS, now - first)) * 1_000
    },
  }
}
