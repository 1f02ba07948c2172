import type { Rows } from '#platform/db'

/** A file that a row names. */
export type NamedFile = { key: string; sizeBytes: number; sha256: string }

/** `last` is the id at which the next page begins; undefined at the end. */
export type NamedFiles = { files: NamedFile[]; last: string | undefined }

type Folder = 'generated/' | 'thumbnails/'

const columns: Record<Folder, string> = {
  'generated/': `object_key as key, size_bytes as "sizeBytes", encode(sha256, 'hex') as sha256`,
  // The row has no hash of its thumbnail, but its key has.
  'thumbnails/': `thumbnail_key as key, thumbnail_bytes as "sizeBytes",
    substring(thumbnail_key from '-([0-9a-f]{64})[.]') as sha256`,
}

/** The files in one folder of the jobs after `after`, in the order of the ids with which their keys begin. */
export async function listFilesOfJobs(
  db: Rows,
  folder: Folder,
  after: string,
  limit: number,
): Promise<NamedFiles> {
  const jobs = await db.rows<{ id: string }>(
    `select id from media where parent_id is null and id > $1 order by id limit $2`,
    [after, limit],
  )
  const files = await db.rows<NamedFile>(
    `select ${columns[folder]} from media m where status = 'completed' and removed_at is null
       and erased_at is null and (m.id = any($1::text[]) or m.parent_id = any($1::text[]))`,
    [jobs.map(({ id }) => id)],
  )
  return { files, last: jobs.length < limit ? undefined : jobs.at(-1)?.id }
}

/** The jobs that were accepted last, for who wants to know how far a restored database goes. */
export const findNewestJobTime = async (db: Rows): Promise<Date | undefined> =>
  (
    await db.row<{ at: Date }>(
      `select created_at as at from media where parent_id is null order by id desc limit 1`,
    )
  )?.at
