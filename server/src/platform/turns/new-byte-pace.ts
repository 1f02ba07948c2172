import { Transform } from 'node:stream'

/** Counts bytes, and returns how long to wait so that all together stay below a rate. */
export type BytePace = (bytes: number) => number

/** A shorter wait is not worth a timer. */
export const PACE_WAIT_MIN_MS = 5

/** For bytes that occupy this process: many at once must not keep all other requests waiting. */
export function newBytePace(bytesPerSecond: number): BytePace {
  let freeAt = 0
  return (bytes) => {
    const now = performance.now()
    freeAt = Math.max(now, freeAt) + (bytes / bytesPerSecond) * 1_000
    return freeAt - now
  }
}

/** How often it is asked whether a stream may go on, and for how long it is held up at each part. */
const HELD_UP_MS = 20
const HELD_UP_MAX_MS = 250

export type Pacing = {
  pace: BytePace
  freeBytes: number
  /** Whether others should go first at this moment. */
  isHeldUp?: () => boolean
}

/** Passes a stream on. What comes after its first `freeBytes` is slowed down to the pace. */
export function newPacedStream({ pace, freeBytes, isHeldUp = () => false }: Pacing): Transform {
  let passed = 0
  let timer: NodeJS.Timeout | undefined
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const isFirst = passed === 0
      passed += chunk.length
      const waitMs = passed > freeBytes ? pace(chunk.length) : 0
      const until = performance.now() + HELD_UP_MAX_MS
      const pass = () => {
        if (!isFirst && isHeldUp() && performance.now() < until) timer = setTimeout(pass, HELD_UP_MS)
        else done(null, chunk)
      }
      if (waitMs < PACE_WAIT_MIN_MS) pass()
      else timer = setTimeout(pass, waitMs)
    },
    destroy(error, done) {
      clearTimeout(timer)
      done(error)
    },
  })
}
