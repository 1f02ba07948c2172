import { newMajority } from './new-majority.ts'

export type Capacity = {
  /** Called every second. `isBusy`: there is more to do than is being done. */
  sample(isBusy: boolean): void
  /** What can be done a second; undefined until it was once at its limit. */
  capacity(): number | undefined
}

/** A better rate is believed within seconds. A worse one may be a pause: it counts slowly. */
const RISE_MS = 5_000
const FALL_MS = 60_000
/** After so long below its limit it is not known any more. */
const FORGET_MS = 900_000

/**
 * Remembers how much work is possible. Jobs take long at their provider, so when a wave of them arrives none
 * is finished: only what was possible before says whether they can be finished in time. `readRate`: how much
 * is being done a second. `last`: what was possible before a restart.
 */
export function newCapacity(readRate: () => number, last = 0): Capacity {
  const atLimit = newMajority()
  let sampledAt = performance.now()
  let known = last > 0 ? { perSecond: last, at: sampledAt } : undefined
  return {
    sample(isBusy) {
      atLimit.add(isBusy)
      const [now, perSecond] = [performance.now(), readRate()]
      const passedMs = now - sampledAt
      sampledAt = now
      const isAtLimit = atLimit.isTrue()
      if (known && now - known.at > FORGET_MS) known = undefined
      if (!known) {
        if (isAtLimit && perSecond > 0) known = { perSecond, at: now }
      } else if (isAtLimit || perSecond > known.perSecond) {
        const byMs = perSecond > known.perSecond ? RISE_MS : FALL_MS
        const change = (perSecond - known.perSecond) * (1 - Math.exp(-passedMs / byMs))
        known = { perSecond: known.perSecond + change, at: now }
      }
    },
    capacity: () => known?.perSecond,
  }
}
