/** Long enough to average out single jobs, short enough to notice within seconds that a load has ended. */
const WINDOW_MS = 15_000
/** Fewer than this in a window say nothing about how many it could have been. */
const COUNTED_MIN = 8
/** The first ones after a pause: their number is divided by at least this time. */
const SPAN_MIN_MS = 2_000

export type Counter = { count(): void; perSecond(): number }

/** Counts what is done a second, over the last seconds. */
export function newCounter(windowMs = WINDOW_MS): Counter {
  const times: number[] = []
  const forget = (before: number) => {
    const kept = times.findIndex((time) => time >= before)
    times.splice(0, kept < 0 ? times.length : kept)
  }
  return {
    count() {
      times.push(performance.now())
      if (times.length % 1_000 === 0) forget(performance.now() - windowMs)
    },
    perSecond() {
      const now = performance.now()
      forget(now - windowMs)
      const [first] = times
      if (first === undefined || times.length < COUNTED_MIN) return 0
      return (times.length / Math.max(SPAN_MIN_MS, now - first)) * 1_000
    },
  }
}
