import { createHash } from 'node:crypto'
import type { Random } from '../../harness/random/index.ts'

/** Something that can be killed. What it waits for when it dies never returns to it. */
export type Process = { name: string; life: number; isUp: boolean }

type Entry = { at: number; process: Process | undefined; life: number; work: () => Promise<void> }

export type Scheduler = ReturnType<typeof newScheduler>

const SLOW_SHARE = 0.01
const SLOW_MS = 3_000

/**
 * Simulated time and the order of everything that happens in it. Each statement, transaction and call waits
 * here, and one at a time is drawn and carried out, so the same seed gives the same history.
 */
export function newScheduler(random: Random, startAt: number) {
  let now = startAt
  let entries: Entry[] = []
  const history = createHash('sha256')
  const isStale = ({ process, life }: Entry) => process !== undefined && process.life !== life

  const add = (process: Process | undefined, delayMs: number, work: () => Promise<void>) => {
    if (!Number.isFinite(delayMs)) throw new Error(`a delay of ${delayMs} ms`)
    entries.push({ at: now + delayMs, process, life: process?.life ?? 0, work })
  }

  /** One indivisible action of a process. It may die before the action, or after it and before its result. */
  const perform = <T>(process: Process, work: () => Promise<T>, delayMs = 0): Promise<T> =>
    new Promise((resolve, reject) => {
      const { life } = process
      const isAlive = () => process.life === life
      add(process, delayMs, () =>
        work().then(
          (result) => void (isAlive() && resolve(result)),
          (error) => void (isAlive() && reject(error)),
        ),
      )
    })

  return {
    now: () => now,
    /** The same for the same seed. */
    digest: () => history.digest('hex'),
    perform,
    /** Calls `work` after a time; not if the process has died by then. */
    after: (process: Process | undefined, delayMs: number, work: () => void) =>
      add(process, delayMs, async () => work()),
    sleep: (process: Process, ms: number) => perform(process, async () => undefined, ms),
    /** Carries out entries until none is left, `until` is reached, or `isDone`. */
    async run(until: number, isDone: () => boolean): Promise<void> {
      while (now < until && !isDone()) {
        entries = entries.filter((entry) => !isStale(entry))
        if (entries.length === 0) return
        const ready = entries.filter(({ at }) => at <= now)
        if (ready.length === 0) {
          now = Math.min(...entries.map(({ at }) => at))
          continue
        }
        const entry = random.pick(ready)
        entries.splice(entries.indexOf(entry), 1)
        now += random.next() < SLOW_SHARE ? random.int(0, SLOW_MS) : random.int(0, 15)
        history.update(`${now - startAt} ${entry.process?.name}\n`)
        await entry.work()
        // Everything that the result allows runs now, up to the next entry.
        await new Promise((done) => setImmediate(done))
      }
    },
  }
}
