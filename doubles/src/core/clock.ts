/** The time of a double. Delays of connections (slow headers, trickled bodies) always take real time. */
export interface Clock {
  readonly isVirtual: boolean
  /** Epoch milliseconds. */
  now(): number
  /** A duration of the provider, shortened by the scale. */
  scaled(durationMs: number): number
  /** Runs the work at that time; returns a function that calls it off. */
  at(time: number, work: () => unknown): () => void
  sleepUntil(time: number): Promise<void>
  /** Virtual time only: runs all work that becomes due, in order, and waits for it. */
  advance(ms: number): Promise<void>
}

/** Timers beyond this would fire at once. */
const TIMER_MS_MAX = 2 ** 31 - 1

export function newRealClock(scale: number): Clock {
  const at = (time: number, work: () => unknown) => {
    let timer: NodeJS.Timeout
    const set = () => {
      const leftMs = time - Date.now()
      timer = leftMs > TIMER_MS_MAX ? setTimeout(set, TIMER_MS_MAX) : setTimeout(work, Math.max(0, leftMs))
    }
    set()
    return () => clearTimeout(timer)
  }
  return {
    isVirtual: false,
    now: Date.now,
    // Durations shrink and the clock does not run faster: signed timestamps stay true.
    scaled: (durationMs) => durationMs / scale,
    at,
    sleepUntil: (time) => new Promise((resolve) => at(time, resolve)),
    advance: () => Promise.reject(new Error('Only virtual time can be advanced: start with --time virtual.')),
  }
}

export function newVirtualClock(start: number, scale: number): Clock {
  let now = start
  let planned: { time: number; work: () => unknown }[] = []
  const at = (time: number, work: () => unknown) => {
    const one = { time, work }
    const index = planned.findIndex((other) => other.time > time)
    planned.splice(index < 0 ? planned.length : index, 0, one)
    return () => {
      planned = planned.filter((other) => other !== one)
    }
  }
  return {
    isVirtual: true,
    now: () => now,
    scaled: (durationMs) => durationMs / scale,
    at,
    sleepUntil: (time) => (time <= now ? Promise.resolve() : new Promise((resolve) => at(time, resolve))),
    advance: async (ms) => {
      const until = now + ms
      for (let next = planned[0]; next && next.time <= until; next = planned[0]) {
        planned.shift()
        now = Math.max(now, next.time)
        await next.work()
      }
      now = Math.max(now, until)
    },
  }
}
