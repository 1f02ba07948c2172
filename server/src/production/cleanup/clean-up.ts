import { removeDeletedAssets } from '#catalog/photos'
import type { App } from '#platform/app'
import { type RetentionProgress, removeOldFiles } from '#production/media'
import { sweepStorage } from './sweep-storage.ts'

const CLEANUP_LOCK = 7_201_403
/** How long one run may take; the next run continues. */
const RETENTION_MS = 20_000
const SWEEP_MS = 10_000

/** What the next run continues from. A worker that starts begins at the oldest file. */
export type CleanupState = { retention: RetentionProgress }

/** How much was removed; undefined where a task failed. */
type Cleaned = Record<'oldFiles' | 'deletedUploads' | 'unusedObjects', number | undefined>

/**
 * Removes what nobody needs any more, in one worker at a time. The tasks do not depend on each other: one
 * that fails is tried again after the next tick. Undefined when another worker holds the lock.
 */
export async function cleanUp(app: App, state: CleanupState): Promise<Cleaned | undefined> {
  const session = await app.db.connect()
  try {
    const { rows } = await session.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
      CLEANUP_LOCK,
    ])
    if (!rows[0]?.held) return undefined
    return {
      oldFiles: await attempt(app, 'retention', async () => {
        const { removed, progress } = await removeOldFiles(app, state.retention, RETENTION_MS)
        state.retention = progress
        return removed
      }),
      deletedUploads: await attempt(app, 'deleted uploads', () => removeDeletedAssets(app)),
      unusedObjects: await attempt(app, 'sweep', () => sweepStorage(app, SWEEP_MS)),
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
