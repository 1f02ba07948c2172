import { setTimeout as sleep } from 'node:timers/promises'

/** Parsing and hashing take a quarter of the time, in short slices, because other requests wait meanwhile. */
const SLICE_MS = 4
const PAUSE_MS = 12

export type Pacer = {
  /** Whether the slice is used up: then `pause` is called. */
  isDue(): boolean
  pause(): Promise<void>
}

/** When the next slice may begin, of all work in this process. */
let freeAt = 0

/** For work that occupies this process. All such work together takes a quarter of its time. */
export function newPacer(): Pacer {
  let sliceEndsAt = performance.now() + SLICE_MS
  return {
    isDue: () => performance.now() >= sliceEndsAt,
    async pause() {
      const now = performance.now()
      const beginAt = Math.max(now + PAUSE_MS, freeAt)
      freeAt = beginAt + SLICE_MS + PAUSE_MS
      await sleep(beginAt - now)
      sliceEndsAt = performance.now() + SLICE_MS
    },
  }
}
