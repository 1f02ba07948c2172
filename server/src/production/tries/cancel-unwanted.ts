import type { App } from '#platform/app'
import type { Handle } from '#platform/providers'
import { handleOf } from './part-try.ts'

const BATCH = 20
/** A worker that dies while it cancels leaves the job to another one, this much later. */
const AGAIN_MS = 60_000

type Unwanted = { media_id: string; try: number; provider: string; handle: Handle; is_kept: boolean }

/**
 * Tells providers about jobs that nobody waits for any more, because their media stalled or was final before
 * they were accepted. It is told once, after the settlement is committed, and twice if a worker dies. What a
 * provider answers changes nothing for us. Returns whether more may be due.
 */
export async function cancelUnwanted(app: App): Promise<boolean> {
  const jobs = await app.db.rows<Unwanted>(
    `with due as materialized (
       select media_id, try from provider_submits where cancel_at <= clock_timestamp()
       order by cancel_at limit ${BATCH} for no key update skip locked)
     update provider_submits s set cancel_at = clock_timestamp() + ${AGAIN_MS} * interval '1 ms'
     from due where s.media_id = due.media_id and s.try = due.try
     returning s.media_id, s.try, s.provider, ${handleOf('s')} as handle,
       coalesce(s.handle ? 'stored', false) as is_kept`,
  )
  if (jobs.length === 0) return false
  await Promise.all(jobs.map((job) => cancel(app, job)))
  await app.db.rows(
    `update provider_submits s set cancel_at = null from unnest($1::text[], $2::int[]) as done (id, try)
     where s.media_id = done.id and s.try = done.try and s.cancel_at is not null returning s.try`,
    [jobs.map(({ media_id }) => media_id), jobs.map((job) => job.try)],
  )
  return jobs.length === BATCH
}

async function cancel(app: App, { media_id: media, provider: name, handle, is_kept }: Unwanted) {
  const provider = app.providers.findByName(name)
  // Its files came with the answer: there is no job at the provider.
  if (!provider?.cancel || is_kept) return
  try {
    await provider.cancel(handle)
    app.log.info({ media, provider: name }, 'a job that nobody waits for was cancelled')
  } catch (err) {
    app.log.warn({ media, provider: name, err }, 'a job that nobody waits for was not cancelled')
  }
}
