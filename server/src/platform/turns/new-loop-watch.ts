import { performance } from 'node:perf_hooks'

const WINDOW_MS = 50
const BUSY_FROM = 0.5

/** Returns a function that says whether this process has been busy for most of the last moment. */
export function newLoopWatch(): () => boolean {
  let last = performance.eventLoopUtilization()
  let measuredAt = performance.now()
  let isBusy = false
  return () => {
    const now = performance.now()
    if (now - measuredAt < WINDOW_MS) return isBusy
    const current = performance.eventLoopUtilization()
    isBusy = performance.eventLoopUtilization(current, last).utilization > BUSY_FROM
    last = current
    measuredAt = now
    return isBusy
  }
}
