import { removeDeletedAssets } from '#catalog/photos'
import type { App } from '#platform/app'
import { removeOldFiles } from '#production/media'

const CLEANUP_LOCK = 7_201_403

/** How much was removed; undefined where a task failed. */
type Cleaned = Record<'oldFiles' | 'deletedUploads', number | undefined>

/**
 * Removes what nobody needs any more, in one worker at a time. The tasks do not depend on each other: one
 * that fails is tried again after the next tick. Undefined when another worker holds the lock.
 */
export async function cleanUp(app: App): Promise<Cleaned | undefined> {
  const session = await app.db.connect()
  try {
    const { rows } = await session.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
      CLEANUP_LOCK,
    ])
    if (!rows[0]?.held) return undefined
    return {
      oldFiles: await attempt(app, 'retention', () => removeOldFiles(app)),
      deletedUploads: await attempt(app, 'deleted uploads', () => removeDeletedAssets(app)),
    }
  } finally {
    await session.end().catch(() => undefined)
  }
}

const attempt = (app: App, task: string, work: () => Promise<number>): Promise<number | undefined> =>
  work().catch((err) => {
    app.log.warn({ task, err }, 'a cleanup failed; it is tried again after the next tick')
    return undefined
  })
