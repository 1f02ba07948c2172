import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#platform/db'

const PAGE = 500

type Range = { cell: string; from_at: Date; from_id: string; to_id: string }

/** What became of one range: the file with its rows, or why it stays. */
export type Archived = { name: string; rows: number; file?: string; sha256?: string; stays?: string }

/**
 * Moves the media of ranges that ended before a moment into files, and drops their partitions. A range stays
 * as long as one of its jobs is open, has its file or is in a library. Rows leave the database after their
 * page of the file is on disk; a run that was interrupted leaves a file, and the next one writes the rest.
 */
export async function* archivePartitions(db: Db, before: Date, folder: string): AsyncGenerator<Archived> {
  const ranges = await db.rows<Range>(
    `select cell, from_at, media_id_bound(cell, from_at) as from_id, media_id_bound(cell, to_at) as to_id
     from partition_ranges where archived_at is null and to_at <= $1 and to_at < now()
     order by cell, from_at`,
    [before],
  )
  for (const range of ranges) {
    const day = range.from_at.toISOString().slice(0, 10)
    const name = `media-${range.cell}-${day}`
    const stays = await findUnsettled(db, range)
    if (stays) yield { name, rows: 0, stays }
    else yield { name, ...(await archiveRange(db, range, join(folder, `${name}-${Date.now()}.jsonl`))) }
  }
}

const isUnsettled = `finished_at is null
  or (object_key is not null and removed_at is null and erased_at is null)
  or exists (select from attachments a where a.media_id = media.id)
  or exists (select from file_removals f where f.media_id = media.id)`

/** The first media that is not settled, in pages: a statement has a few seconds. */
async function findUnsettled(db: Db, { from_id, to_id }: Range): Promise<string | undefined> {
  for (let after = from_id; ; ) {
    const page = await db.rows<{ id: string; unsettled: boolean }>(
      `select id, ${isUnsettled} as unsettled from media where id > $1 and id < $2 order by id limit ${PAGE}`,
      [after, to_id],
    )
    const found = page.find(({ unsettled }) => unsettled)
    if (found) return `${found.id} is open, has a file or is in a library`
    const last = page.at(-1)
    if (!last) return undefined
    after = last.id
  }
}

async function archiveRange(db: Db, range: Range, path: string) {
  const hash = createHash('sha256')
  const file = await open(path, 'wx')
  let rows = 0
  try {
    for (;;) {
      const ids = await writePage(db, range, file, hash)
      if (ids.length === 0) break
      await db.row(`select archive_media($1)`, [ids])
      rows += ids.length
    }
  } finally {
    await file.close()
  }
  await db.row(`select drop_partitions($1, $2)`, [range.cell, range.from_at])
  return { rows, file: path, sha256: hash.digest('hex') }
}

/** A line for each media, with its submits, and without texts of users: an erasure could not reach them. */
async function writePage(db: Db, { from_id, to_id }: Range, file: FileHandle, hash: Hash): Promise<string[]> {
  const page = await db.rows<{ id: string; line: object }>(
    `select m.id, jsonb_build_object('media', to_jsonb(m) || $3::jsonb, 'submits', (
         select coalesce(jsonb_agg(to_jsonb(s) order by s.try), '[]') from provider_submits s
         where s.media_id = m.id)) as line
     from media m where m.id > $1 and m.id < $2 order by m.id limit ${PAGE}`,
    [from_id, to_id, JSON.stringify(WITHOUT_TEXTS)],
  )
  const lines = Buffer.from(page.map(({ line }) => `${JSON.stringify(line)}\n`).join(''))
  hash.update(lines)
  await file.write(lines)
  await file.sync()
  return page.map(({ id }) => id)
}

/** As in an erased media. */
const WITHOUT_TEXTS = {
  prompt: '',
  inputs: [],
  dropped: [],
  hook: null,
  angle: null,
  mask: null,
  body_hash: null,
  error_message: null,
  client_ref: null,
  client_ref_bound: false,
}
