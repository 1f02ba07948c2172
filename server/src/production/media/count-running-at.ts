import type { Rows } from '#platform/db'

/**
 * How many jobs these providers have now: accepted, or sent and not answered yet. Only open media are looked
 * at, which have an index of their own. With `exists` Postgres would read the tries of all media.
 */
export async function countRunningAt(db: Rows, providers: string[]): Promise<Map<string, number>> {
  const rows = await db.rows<{ provider: string; running: number }>(
    `select provider, count(*)::int as running from media m
     where status in ('queued', 'processing') and provider = any ($1)
       and (status = 'processing' or (route is not null and (
         select true from provider_submits s where s.media_id = m.id and s.state in ('intent', 'unknown')
         limit 1)))
     group by provider`,
    [providers],
  )
  return new Map(rows.map(({ provider, running }) => [provider, running]))
}
