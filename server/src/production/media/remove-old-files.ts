import type { App } from '#platform/app'

const BATCH = 100
const SECONDS_PER_DAY = 86_400

/**
 * The operator's retention: files of finished media that belong to no product are removed after so many
 * days, and the row says since when. Off with 0. Written down before the bytes go: a crash between the two
 * leaves an object that nobody names, never an address that leads nowhere without a reason.
 */
export async function removeOldFiles(app: App): Promise<number> {
  const { retentionDays } = app.config
  if (retentionDays === 0) return 0
  const removed = await app.db.transaction(async (tx) => {
    const old = await tx.rows<{ id: string }>(
      `select id from media
       where finished_at < clock_timestamp() - $1 * interval '1 s' and status = 'completed'
         and removed_at is null and not exists (select from attachments a where a.media_id = media.id)
       limit ${BATCH} for update skip locked`,
      [retentionDays * SECONDS_PER_DAY],
    )
    // The rows are held now; what was attached before that is seen by this second look.
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
