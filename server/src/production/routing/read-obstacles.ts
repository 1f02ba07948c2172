import type { Rows } from '#platform/db'

type Pause = { provider: string; until: Date }
type OpenBreaker = { provider: string; worker: string; since: Date; retry_at: Date }

/** What a worker has not repeated for this long is not true any more: the worker is gone. */
const SILENT_SECONDS = 10

/** Why providers are sent no jobs now: what they asked for, and what workers decided. */
export async function readObstacles(db: Rows): Promise<{ pauses: Pause[]; breakers: OpenBreaker[] }> {
  const pauses = await db.rows<Pause>(
    `select provider, until from provider_pauses where until > clock_timestamp()`,
  )
  const breakers = await db.rows<OpenBreaker>(
    `select provider, worker, since, retry_at from provider_breakers
     where written_at > clock_timestamp() - interval '${SILENT_SECONDS} seconds' order by worker`,
  )
  return { pauses, breakers }
}
