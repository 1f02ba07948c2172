import type { App } from '#platform/app'
import { remember } from './routing-memory.ts'

/** The processes, by their settings, that have written an open breaker and must remove it again. */
const published = new WeakSet<App['config']>()

/** Writes which breakers of this worker are open, for admins. Nothing is written while all are closed. */
export async function publishBreakers(app: App): Promise<void> {
  const now = performance.now()
  const open = [...remember(app).breakers].flatMap(([provider, breaker]) =>
    breaker.open ? [{ provider, retryMs: Math.max(0, breaker.open.until - now) }] : [],
  )
  if (open.length === 0 && !published.has(app.config)) return
  const { name: worker } = app.config.worker
  const names = open.map(({ provider }) => provider)
  await app.db.rows(`delete from provider_breakers where worker = $1 and not (provider = any ($2))`, [
    worker,
    names,
  ])
  await app.db.rows(
    `insert into provider_breakers as known (provider, worker, retry_at, written_at)
     select unnest($2::text[]), $1, clock_timestamp() + unnest($3::float8[]) * interval '1 ms',
       clock_timestamp()
     on conflict (provider, worker)
       do update set retry_at = excluded.retry_at, written_at = excluded.written_at,
         -- What a worker left that was killed says nothing about this time.
         since = case when known.written_at > clock_timestamp() - interval '10 seconds'
           then known.since else excluded.since end`,
    [worker, names, open.map(({ retryMs }) => retryMs)],
  )
  if (open.length > 0) published.add(app.config)
  else published.delete(app.config)
}
