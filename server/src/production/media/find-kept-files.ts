import type { Rows } from '#platform/db'
import { RENDITION_RECIPE } from './renditions.ts'

const FILE_KEY = /^(?:generated|thumbnails)\/(med_[0-9A-Za-z]{22})\/\d+-[0-9a-f]{64}\.\w+$/

/**
 * Which of these objects of generated files must stay: those that a media names, and all of a job that is not
 * final, because a step stores the objects before the commit that names them. A final job never changes, so
 * what it does not name now will never be named. Keys of an unknown form stay.
 */
export async function findKeptFiles(db: Rows, keys: string[]): Promise<Set<string>> {
  const known = keys.filter((key) => FILE_KEY.test(key))
  const rows = await db.rows<{ key: string }>(
    `select key from unnest($1::text[], $2::text[]) as asked(key, job_id)
     where exists (select from media m where m.id = asked.job_id and m.status in ('queued', 'processing'))
       or exists (select from media m where m.id = asked.job_id
                  and asked.key in (m.object_key, m.thumbnail_key)
                  and m.removed_at is null and m.erased_at is null)
       or exists (select from media m where m.parent_id = asked.job_id
                  and asked.key in (m.object_key, m.thumbnail_key)
                  and m.removed_at is null and m.erased_at is null)`,
    [known, known.map((key) => FILE_KEY.exec(key)?.[1] as string)],
  )
  return new Set([...keys.filter((key) => !FILE_KEY.test(key)), ...rows.map(({ key }) => key)])
}

const RENDITION_KEY =
  /^renditions\/((med_[0-9A-Za-z]{22})\/\d+-[0-9a-f]{64})-[a-z_]+-(?:crop|pad)-(\d+)\.jpg$/

/**
 * Which of these objects of renditions must stay: those of files that are there, made by the recipe of today.
 * A rendition that goes too early is made again. Keys of an unknown form stay.
 */
export async function findKeptRenditions(db: Rows, keys: string[]): Promise<Set<string>> {
  const known = keys.flatMap((key) => {
    const [, file, jobId, recipe] = RENDITION_KEY.exec(key) ?? []
    return file ? [{ key, file, jobId, isCurrent: Number(recipe) === RENDITION_RECIPE }] : []
  })
  const current = known.filter(({ isCurrent }) => isCurrent)
  const rows = await db.rows<{ key: string }>(
    `select key from unnest($1::text[], $2::text[], $3::text[]) as asked(key, file, job_id)
     where exists (select from media m where m.id = asked.job_id
                   and split_part(m.object_key, '.', 1) = 'generated/' || asked.file
                   and m.removed_at is null and m.erased_at is null)
       or exists (select from media m where m.parent_id = asked.job_id
                  and split_part(m.object_key, '.', 1) = 'generated/' || asked.file
                  and m.removed_at is null and m.erased_at is null)`,
    [current.map(({ key }) => key), current.map(({ file }) => file), current.map(({ jobId }) => jobId)],
  )
  const unknown = keys.filter((key) => !RENDITION_KEY.test(key))
  return new Set([...unknown, ...rows.map(({ key }) => key)])
}
