import { setTimeout as sleep } from 'node:timers/promises'

/** Parsing takes a third of the time at most, in short slices, because other requests wait meanwhile. */
const SLICE_MS = 5
const PAUSE_MS = 10

export type Pacer = {
  /** Whether the slice is used up: then `pause` is called. */
  isDue(): boolean
  pause(): Promise<void>
}

export function newPacer(): Pacer {
  let sliceEndsAt = performance.now() + SLICE_MS
  return {
    isDue: () => performance.now() >= sliceEndsAt,
    async pause() {
      await sleep(PAUSE_MS)
      sliceEndsAt = performance.now() + SLICE_MS
    },
  }
}
