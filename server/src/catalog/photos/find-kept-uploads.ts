import type { Rows } from '#platform/db'

const UPLOAD_KEY = /^uploads\/((?:pho|ast)_[0-9A-Za-z]{22})-[0-9a-f]{64}\.\w+$/

/**
 * Which of these objects of uploads must stay: those that a row names, and those that a row may still name. A
 * photo given by URL has a row before it has a file; a step that fetches it writes the object first and then
 * the row, possibly again after a crash. Such a row is waited for as long as `graceMs` after its creation.
 * Keys of an unknown form stay.
 */
export async function findKeptUploads(db: Rows, keys: string[], graceMs: number): Promise<Set<string>> {
  const known = keys.filter((key) => UPLOAD_KEY.test(key))
  const rows = await db.rows<{ key: string }>(
    `select key from unnest($1::text[], $2::text[]) as asked(key, id)
     where exists (select from photos p where p.id = asked.id and p.erased_at is null
                   and (p.object_key = asked.key
                        or p.object_key is null
                           and p.created_at > clock_timestamp() - $3 * interval '1 ms'))
       or exists (select from assets a where a.id = asked.id and a.object_key = asked.key
                  and a.removed_at is null and a.erased_at is null)
       or exists (select from photos p where p.object_key = asked.key and p.erased_at is null
                  and p.object_key like 'uploads/ast\\_%')`,
    [known, known.map((key) => UPLOAD_KEY.exec(key)?.[1] as string), graceMs],
  )
  return new Set([...keys.filter((key) => !UPLOAD_KEY.test(key)), ...rows.map(({ key }) => key)])
}

type NamedFile = { key: string; sizeBytes: number; sha256: string }
type NamedFiles = { files: NamedFile[]; last: string | undefined }

const COLUMNS = `object_key as key, size_bytes as "sizeBytes", encode(sha256, 'hex') as sha256`

/** The files of the photos after `after`, in the order of the ids with which their keys begin. */
export async function listFilesOfPhotos(db: Rows, after: string, limit: number): Promise<NamedFiles> {
  const photos = await db.rows<{ id: string }>(`select id from photos where id > $1 order by id limit $2`, [
    after,
    limit,
  ])
  const ids = photos.map(({ id }) => id)
  const files = await db.rows<NamedFile>(
    `select ${COLUMNS} from photos where id = any($1::text[]) and erased_at is null
       and object_key like 'uploads/pho\\_%'`,
    [ids],
  )
  return { files, last: photos.length < limit ? undefined : ids.at(-1) }
}

/** The files of the uploads after `after`, with those that older photos share with an upload. */
export async function listFilesOfUploads(db: Rows, after: string, limit: number): Promise<NamedFiles> {
  const uploads = await db.rows<{ id: string }>(`select id from assets where id > $1 order by id limit $2`, [
    after,
    limit,
  ])
  const last = uploads.length < limit ? undefined : uploads.at(-1)?.id
  const files = await db.rows<NamedFile>(
    `select ${COLUMNS} from assets
     where id > $1 and ($2::text is null or id <= $2) and removed_at is null and erased_at is null
     union all
     select ${COLUMNS} from photos
     where object_key like 'uploads/ast\\_%' and erased_at is null
       and substr(object_key, 9, 26) collate "C" > $1
       and ($2::text is null or substr(object_key, 9, 26) collate "C" <= $2)`,
    [after, last],
  )
  return { files, last }
}
