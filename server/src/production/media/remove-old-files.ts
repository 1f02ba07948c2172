import type { App } from '#platform/app'
import type { Db, Rows } from '#platform/db'
import { renditionPrefixOf } from './renditions.ts'

const BATCH = 500
const AT_ONCE = 8
const SECONDS_PER_DAY = 86_400

/** How far a pass has come, in the order of `finished_at` and id. Undefined: a new pass begins. */
export type RetentionProgress = { finishedAt: Date; id: string } | undefined

type Removed = { removed: number; progress: RetentionProgress }

/**
 * Retention: files of finished media that are in no library are removed after `retentionDays`; 0 turns it
 * off. The decision is committed first (`file_removals`): from then on the file is answered 410, and an
 * attachment promises nothing. Then the bytes go, and only then `removed_at` is set. What a failure or a
 * crash leaves is tried again by the next run, from its decision on.
 *
 * Media in libraries stay for ever, so a run does not begin at the oldest one again: it continues after
 * `progress`, until the files or the time run out.
 */
export async function removeOldFiles(app: App, progress: RetentionProgress, runMs: number): Promise<Removed> {
  const { retentionDays } = app.config
  if (retentionDays === 0) return { removed: 0, progress: undefined }
  let { removed, failed } = await removeDecided(app)
  let after = progress
  // While storage fails, nothing more is decided.
  for (const until = Date.now() + runMs; failed === 0 && Date.now() < until; ) {
    const old = await listOldMedia(app.db, retentionDays, after)
    await decide(
      app.db,
      old.map(({ id }) => id),
    )
    const next = await removeDecided(app)
    removed += next.removed
    failed = next.failed
    after = old.length < BATCH ? undefined : old.at(-1)
    if (!after) break
  }
  return { removed, progress: after }
}

/** An index holds exactly the media that have a file, in this order. */
export const LIST_OLD_MEDIA = `select id, finished_at as "finishedAt" from media
  where status = 'completed' and removed_at is null and erased_at is null
    and finished_at < clock_timestamp() - $1 * interval '1 s'
    and (finished_at, id::text) > ($2::timestamptz, $3::text)
  order by finished_at, id limit ${BATCH}`

const listOldMedia = (db: Rows, days: number, after: RetentionProgress) =>
  db.rows<NonNullable<RetentionProgress>>(LIST_OLD_MEDIA, [
    days * SECONDS_PER_DAY,
    after?.finishedAt ?? new Date(0),
    after?.id ?? '',
  ])

/** Decides for those that are in no library. An attachment holds the row, so each sees the other. */
const decide = (db: Db, ids: string[]): Promise<unknown> =>
  db.transaction(async (tx) => {
    const held = await tx.rows<{ id: string }>(
      `select id from media where id = any($1::text[]) for update skip locked`,
      [ids],
    )
    // A second statement: it sees attachments that were committed before the lock was taken.
    await tx.row(
      `insert into file_removals (media_id)
       select id from media where id = any($1::text[]) and removed_at is null and erased_at is null
         and not exists (select from attachments a where a.media_id = media.id)
       on conflict do nothing`,
      [held.map(({ id }) => id)],
    )
  })

type Decided = { id: string; object_key: string; thumbnail_key: string }

/** Removes the bytes of all decided files, then marks them. A file that fails stays decided. */
async function removeDecided(app: App): Promise<{ removed: number; failed: number }> {
  const decided = await app.db.rows<Decided>(
    `select m.id, m.object_key, m.thumbnail_key from file_removals r join media m on m.id = r.media_id
     order by r.decided_at limit ${BATCH}`,
  )
  const done: string[] = []
  let failure: unknown
  for (let from = 0; from < decided.length; from += AT_ONCE) {
    const removing = decided.slice(from, from + AT_ONCE).map(async ({ id, object_key, thumbnail_key }) => {
      await app.storage.remove(object_key)
      await app.storage.remove(thumbnail_key)
      const { objects } = await app.storage.list(renditionPrefixOf(object_key))
      for (const { key } of objects) await app.storage.remove(key)
      done.push(id)
    })
    const results = await Promise.allSettled(removing)
    failure = results.find((one) => one.status === 'rejected')?.reason ?? failure
  }
  await markRemoved(app.db, done)
  if (failure) app.log.warn({ err: failure }, 'old files could not be removed; they are tried again')
  return { removed: done.length, failed: decided.length - done.length }
}

const markRemoved = (db: Rows, ids: string[]): Promise<unknown> =>
  db.row(
    `with marked as (
       update media set removed_at = clock_timestamp()
       where id = any($1::text[]) and removed_at is null and erased_at is null)
     delete from file_removals where media_id = any($1::text[])`,
    [ids],
  )
