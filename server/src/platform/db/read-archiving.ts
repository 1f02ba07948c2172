import type { Rows } from './open-db.ts'

/** Numbers of files of the log of Postgres: the last that it finished, and the last that it archived. */
type Archiving = { finished: number; archived: number }

/** The number in the name of a file of the log: the last 16 of 24 hexadecimal digits. */
const numberIn = (name: string) =>
  `(('x' || substr(${name}, 9, 8))::bit(32)::bigint * (4294967296 / bytes)
     + ('x' || substr(${name}, 17, 8))::bit(32)::bigint)`

/**
 * How far Postgres has finished its log, and how far it has archived it. What was not archived is lost with
 * the machine. The time of the last archived file says nothing: in a quiet time there is nothing to archive.
 * Both are 0 where Postgres is not told to archive.
 *
 * What cannot be archived is tried again and again, the oldest file first. The label of a backup and the
 * history of a timeline have no number: after one of them all is archived, unless it is what fails.
 */
export async function readArchiving(db: Rows): Promise<Archiving> {
  const row = await db.row<Archiving>(
    `select finished::float8, case
         when failing ~ '^[0-9A-F]{24}' then ${numberIn('failing')} - 1
         when failing is not null then 0
         when last_archived_wal ~ '^[0-9A-F]{24}$' then ${numberIn('last_archived_wal')}
         else finished
       end::float8 as archived
     from (
       select last_archived_wal, bytes,
         div(pg_current_wal_lsn() - '0/0', bytes) - 1 as finished,
         case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_wal end
           as failing
       from pg_stat_archiver, pg_size_bytes(current_setting('wal_segment_size')) as bytes
       where current_setting('archive_mode') <> 'off' and not pg_is_in_recovery()
     ) as log`,
  )
  return row ?? { finished: 0, archived: 0 }
}
