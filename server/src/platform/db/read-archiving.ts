import type { Rows } from './open-db.ts'

/**
 * For how long Postgres has failed to archive its log, in seconds; 0 while it archives, and where it is not
 * told to. What was not archived is lost with the machine.
 */
export async function readArchivingFailure(db: Rows): Promise<number> {
  const row = await db.row<{ seconds: number }>(
    `select extract(epoch from clock_timestamp()
         - coalesce(last_archived_time, pg_postmaster_start_time()))::float8 as seconds
     from pg_stat_archiver
     where last_failed_time > coalesce(last_archived_time, '-infinity') and
       current_setting('archive_mode') <> 'off'`,
  )
  return row?.seconds ?? 0
}
