import type { Rows } from '#platform/db'
import type { Handle } from '#platform/providers'

/** Of some jobs of a provider, those that no try has. */
export async function dropBound(db: Rows, provider: string, handles: Handle[]): Promise<Handle[]> {
  const bound = await db.rows<{ job_id: string }>(
    `select provider_job_id as job_id from provider_submits
     where provider = $1 and provider_job_id = any($2::text[])`,
    [provider, handles.map(({ jobId }) => jobId)],
  )
  const ids = new Set(bound.map(({ job_id }) => job_id))
  return handles.filter(({ jobId }) => !ids.has(jobId))
}
