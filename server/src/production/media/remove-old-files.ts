import type { App } from '#platform/app'

const BATCH = 100
const SECONDS_PER_DAY = 86_400

/**
 * Retention: files of finished media that are in no library are removed after `retentionDays`, and
 * `removed_at` is set; 0 turns it off. The row is committed before the objects are removed: a crash in
 * between leaves an unreferenced object, never a URL that fails without an explanation.
 */
export async function removeOldFiles(app: App): Promise<number> {
  const { retentionDays } = app.config
  if (retentionDays === 0) return 0
  const removed = await app.db.transaction(async (tx) => {
    const old = await tx.rows<{ id: string }>(
      `select id from media
       where finished_at < clock_timestamp() - $1 * interval '1 s' and status = 'completed'
         and removed_at is null and erased_at is null
         and not exists (select from attachments a where a.media_id = media.id)
       limit ${BATCH} for update skip locked`,
      [retentionDays * SECONDS_PER_DAY],
    )
    // The rows are locked now. An attachment committed before the lock is seen by this second check.
    return tx.rows<{ object_key: string; thumbnail_key: string }>(
      `update media set removed_at = clock_timestamp()
       where id = any($1::text[]) and not exists (select from attachments a where a.media_id = media.id)
       returning object_key, thumbnail_key`,
      [old.map(({ id }) => id)],
    )
  })
  const keys = removed.flatMap((row) => [row.object_key, row.thumbnail_key])
  await Promise.all(keys.map((key) => app.storage.remove(key)))
  return removed.length
}
