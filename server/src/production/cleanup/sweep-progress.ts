import type { App } from '#platform/app'

/** `after` is the last key that was looked at; null when a pass is over, and a new one begins. */
type Progress = { databaseId: string; after: string | null }

/** Where the sweep is. Undefined when the last pass is done and the next one is not due. */
export const findSweepProgress = ({ db }: App, everyMs: number): Promise<Progress | undefined> =>
  db.row<Progress>(
    `select database_id as "databaseId", after_key as after from sweep_progress
     where after_key is not null or began_at is null
       or began_at < clock_timestamp() - $1 * interval '1 ms'`,
    [everyMs],
  )

/** The beginning of a pass is when its first page is saved. */
export async function saveSweepProgress({ db }: App, after: string | null): Promise<void> {
  await db.row(
    `update sweep_progress set after_key = $1,
       began_at = case when after_key is null then clock_timestamp() else began_at end`,
    [after],
  )
}
