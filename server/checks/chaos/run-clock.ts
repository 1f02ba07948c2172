import { queryDatabase } from '../../harness/driver/index.ts'

/** The time of the run. It stops while the machine has more open jobs than it can serve. */
export type Clock = {
  /** Returns when the clock shows that time. */
  reach(ms: number): Promise<void>
  readonly heldMs: number
  stop(): void
}

const STEP_MS = 50
const LOOK_EVERY_MS = 1_000
/** At 8 jobs a second this is what an outage of every process for 15 s leaves. */
const OPEN_JOBS_MAX = 120
/** The run must end, whatever happens. */
const HELD_MS_MAX = 600_000

/**
 * A slow or busy machine gets the same run, only slower. Without this, kills would come faster than processes
 * start, and the run would measure only that. Jobs that always fill their window do not count.
 */
export function runClock(databaseUrl: string): Clock {
  const waiting: { ms: number; go: () => void }[] = []
  let ageMs = 0
  let heldMs = 0
  let tooMuch = false
  let last = performance.now()
  const steps = setInterval(() => {
    const now = performance.now()
    if (tooMuch && heldMs < HELD_MS_MAX) heldMs += now - last
    else ageMs += now - last
    last = now
    for (const one of waiting.filter(({ ms }) => ms <= ageMs)) {
      waiting.splice(waiting.indexOf(one), 1)
      one.go()
    }
  }, STEP_MS)
  const timer = setInterval(async () => {
    // While the database is down the run continues, as intended.
    tooMuch = (await countOpen(databaseUrl).catch(() => 0)) > OPEN_JOBS_MAX
  }, LOOK_EVERY_MS)
  return {
    reach: (ms) => new Promise((go) => waiting.push({ ms, go })),
    get heldMs() {
      return heldMs
    },
    stop() {
      clearInterval(steps)
      clearInterval(timer)
    },
  }
}

async function countOpen(databaseUrl: string): Promise<number> {
  const [row] = await queryDatabase(databaseUrl, (query) =>
    query<{ open: number }>(
      `select count(*) as open from media where status in ('queued', 'processing')
         and model not in ('simulator/hang', 'simulator/slow', 'simulator/refuse')`,
    ),
  )
  return row?.open ?? 0
}
