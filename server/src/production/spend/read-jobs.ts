import { type MediaEntry, readEntriesOfMedia } from '#access/credits'
import type { Rows } from '#platform/db'
import { lowestId } from '#platform/ids'
import type { ErrorClass, Handle, Period } from '#platform/providers'

export type BookedTry = {
  media_id: string
  try: number
  part: number
  provider: string
  offer: string
  state: 'intent' | 'unknown' | 'accepted' | 'refused' | 'abandoned'
  handle: Handle | null
  error_class: ErrorClass | null
  expected_cost_micros: number | null
  reported_cost_micros: number | null
  started_at: Date
  answered_at: Date | null
  ended_at: Date | null
  /** An older try has the same job of the provider. */
  is_bound_before: boolean
}

/** One job in all our books. */
export type BookedJob = {
  id: string
  mode: 'live' | 'test'
  status: 'queued' | 'processing' | 'completed' | 'failed' | 'stalled'
  provider: string
  n: number
  cost_credits: number
  created_at: Date
  /** Null while it is open. */
  finished_at: Date | null
  /** How many were delivered. */
  files: number
  tries: BookedTry[]
  entries: MediaEntry[]
}

type MediaRow = Omit<BookedJob, 'files' | 'tries' | 'entries'> & { model: string }

const PAGE_ROWS = 1_000
/** The id has the clock of a process, `created_at` that of the database. */
const CLOCK_SLACK_MS = 3_600_000

/** The jobs that were created in the period, with everything that belongs to them, page by page. */
export async function* readJobs(rows: Rows, { from, to }: Period): AsyncGenerator<BookedJob> {
  const end = lowestId('media', new Date(to.getTime() + CLOCK_SLACK_MS))
  for (let after = lowestId('media', new Date(from.getTime() - CLOCK_SLACK_MS)); ; ) {
    const page = await rows.rows<MediaRow>(
      `select id, mode, status, provider, model, n, cost_credits, created_at,
         finished_at
       from media
       where id > $1::text and id < $2::text and parent_id is null order by id limit ${PAGE_ROWS}`,
      [after, end],
    )
    const inPeriod = page.filter(({ created_at: at }) => at >= from && at < to)
    yield* await completePage(rows, inPeriod)
    const last = page.at(-1)
    if (!last || page.length < PAGE_ROWS) return
    after = last.id
  }
}

async function completePage(rows: Rows, page: MediaRow[]): Promise<BookedJob[]> {
  const ids = page.map(({ id }) => id)
  const tries = Map.groupBy(await readTries(rows, ids), ({ media_id }) => media_id)
  const entries = Map.groupBy(await readEntriesOfMedia(rows, ids), ({ media_id }) => media_id)
  const siblings = new Map((await countSiblings(rows, ids)).map(({ parent_id, count }) => [parent_id, count]))
  return page.map((media) => ({
    ...media,
    files: media.status === 'completed' ? 1 + (siblings.get(media.id) ?? 0) : 0,
    tries: (tries.get(media.id) ?? []).map((one) => ({ ...one, offer: one.offer ?? media.model })),
    entries: entries.get(media.id) ?? [],
  }))
}

const readTries = (rows: Rows, mediaIds: string[]): Promise<BookedTry[]> =>
  rows.rows(
    `select s.media_id, s.try, s.part, s.provider, s.offer, s.state, s.error_class, s.expected_cost_micros,
       s.reported_cost_micros, s.started_at, s.answered_at, s.ended_at,
       case when s.provider_job_id is not null
         then coalesce(s.handle, jsonb_build_object('jobId', s.provider_job_id)) end as handle,
       s.provider_job_id is not null and exists (
         select from provider_submits o where o.provider = s.provider
           and o.provider_job_id = s.provider_job_id
           and (o.media_id, o.try) < (s.media_id, s.try)) as is_bound_before
     from provider_submits s where s.media_id = any($1::text[]) order by s.media_id, s.try`,
    [mediaIds],
  )

const countSiblings = (rows: Rows, mediaIds: string[]): Promise<{ parent_id: string; count: number }[]> =>
  rows.rows(
    `select parent_id, count(*) as count from media where parent_id = any($1::text[]) group by parent_id`,
    [mediaIds],
  )

/** When the tries of these jobs of a provider were sent, by the provider's name of the job. */
export async function findBought(
  rows: Rows,
  provider: string,
  jobIds: string[],
): Promise<Map<string, { media_id: string; try: number; started_at: Date }>> {
  const found = await rows.rows<{ job_id: string; media_id: string; try: number; started_at: Date }>(
    `select provider_job_id as job_id, media_id, try, started_at from provider_submits
     where provider = $1 and provider_job_id = any($2::text[])`,
    [provider, jobIds],
  )
  return new Map(found.map(({ job_id, ...bought }) => [job_id, bought]))
}

/** Those of the ids that are media, archived ones too. */
export async function findKnownMedia(rows: Rows, ids: string[]): Promise<Set<string>> {
  const known = await rows.rows<{ id: string }>(
    `select id from media where id = any($1::text[])
     union all select id from archived_media where id = any($1::text[])`,
    [ids],
  )
  return new Set(known.map(({ id }) => id))
}

/** How many jobs of the period were archived. Their tries are gone from the database. */
export async function countArchived(rows: Rows, { from, to }: Period): Promise<number> {
  const row = await rows.row<{ count: number }>(
    `select count(*) as count from archived_media
     where id > $1::text and id < $2::text and parent_id is null`,
    [lowestId('media', from), lowestId('media', to)],
  )
  return row?.count ?? 0
}
