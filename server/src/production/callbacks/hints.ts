import type { Rows } from '#platform/db'

/** A hint that nobody has used by then belongs to a job whose window is over. */
const KEEP_HOURS = 24

/** A part of a job at a provider. */
export type HintedPart = { id: string; part: number; provider: string }

/** Keeps the name of a job for the try of its part, if that has no answer yet. Called by the api. */
export const keepHint = (db: Rows, { id, part, provider }: HintedPart, jobId: string): Promise<unknown> =>
  db.row(`select keep_callback_hint($1, $2, $3, $4)`, [id, part, provider, jobId])

/** The jobs that callbacks named for a part, oldest first. */
export async function readHints(db: Rows, { id, part, provider }: HintedPart): Promise<string[]> {
  const rows = await db.rows<{ job: string }>(
    `select provider_job_id as job from callback_hints
     where media_id = $1 and part = $2 and provider = $3 order by received_at, provider_job_id`,
    [id, part, provider],
  )
  return rows.map(({ job }) => job)
}

/** Forgets a hint that was used, or that is wrong. */
export const dropHint = (db: Rows, { id, part }: HintedPart, jobId: string): Promise<unknown> =>
  db.rows(`delete from callback_hints where media_id = $1 and part = $2 and provider_job_id = $3`, [
    id,
    part,
    jobId,
  ])

/** Removes what came beside the answer of its try, or for a job that stalled. */
export async function removeOldHints(db: Rows): Promise<number> {
  const rows = await db.rows(
    `delete from callback_hints where received_at < now() - $1 * interval '1 hour' returning media_id`,
    [KEEP_HOURS],
  )
  return rows.length
}
