import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Most files and answers are smaller, and never collected for. */
const EVERY_BYTES = 8 * 1024 * 1024

type Collect = (options: { type: 'minor' }) => void
let collect: Collect | undefined

/**
 * For who passes on many bytes in small buffers: called with the length of each, it frees the used ones every
 * 8 MB. Left to itself, Node lets them grow to 40 MB and more: it counts the small objects, not the memory
 * behind them. Takes about a millisecond each time.
 */
export function newBufferCollector(): (bytes: number) => void {
  let uncollected = 0
  return (bytes) => {
    uncollected += bytes
    if (uncollected < EVERY_BYTES) return
    uncollected = 0
    collect ??= loadCollect()
    collect({ type: 'minor' })
  }
}

/** The collector that a flag shows to new contexts. Everything else stays as it was started. */
function loadCollect(): Collect {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collect
}
