import { setTimeout as sleep } from 'node:timers/promises'
import { queryDatabase } from '../../harness/driver/index.ts'
import { readStolenMs } from '../../harness/usage/index.ts'

/** What the workers had written at a moment, and what others on the same hardware had taken by then. */
export type Seen = {
  at: number
  /** Workers that wrote within the last five seconds; what all of them believe to finish a second. */
  alive: number
  believed: number
  notBegun: number
  stolenMs: number
}

const EVERY_MS = 2_000

/** Looks at the service while it is overloaded: without this, a run that failed cannot be explained. */
export async function watchPulses(databaseUrl: string, stop: AbortSignal): Promise<Seen[]> {
  const seen: Seen[] = []
  while (!stop.aborted) {
    // A killed database is back within seconds.
    const pulses = await readPulses(databaseUrl).catch(() => ({ alive: 0, believed: 0, notBegun: 0 }))
    seen.push({ at: Date.now(), ...pulses, stolenMs: readStolenMs() })
    await sleep(EVERY_MS, undefined, { signal: stop }).catch(() => undefined)
  }
  return seen
}

async function readPulses(databaseUrl: string): Promise<Pick<Seen, 'alive' | 'believed' | 'notBegun'>> {
  const [row] = await queryDatabase(databaseUrl, (query) =>
    query<Pick<Seen, 'alive' | 'believed' | 'notBegun'>>(
      `select count(*)::int as alive, coalesce(sum(finished_per_second), 0)::float8 as believed,
         coalesce((array_agg(not_begun order by written_at desc))[1], 0)::int as "notBegun"
       from worker_pulses where written_at > clock_timestamp() - interval '5 s'`,
    ),
  )
  return row ?? { alive: 0, believed: 0, notBegun: 0 }
}
