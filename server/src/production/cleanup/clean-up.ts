import { removeOldMails } from '#access/mail'
import { removeOldInvitations } from '#access/members'
import { removeOldTokens } from '#access/oauth'
import { removeDeletedAssets } from '#catalog/photos'
import type { App } from '#platform/app'
import { inOneProcess } from '#platform/db'
import { removeOldHints } from '#production/callbacks'
import { extendPartitions, type RetentionProgress, removeOldFiles } from '#production/media'
import { sweepStorage } from './sweep-storage.ts'

/** How long one run may take; the next run continues. */
const RETENTION_MS = 20_000
const SWEEP_MS = 10_000

/** What the next run continues from. A worker that starts begins at the oldest file. */
export type CleanupState = { retention: RetentionProgress }

/** How much was made or removed; undefined where a task failed. */
type Task =
  | 'newPartitions'
  | 'oldFiles'
  | 'deletedUploads'
  | 'oldHints'
  | 'oldInvitations'
  | 'oldMails'
  | 'oldTokens'
  | 'unusedObjects'
type Cleaned = Record<Task, number | undefined>

/**
 * Makes partitions ahead and removes what nobody needs any more, in one worker at a time. The tasks do not
 * depend on each other: one that fails is tried again after the next tick. Undefined when another worker
 * holds the lock.
 */
export const cleanUp = (app: App, state: CleanupState): Promise<Cleaned | undefined> =>
  inOneProcess(app.db, 'cleanup', async () => ({
    newPartitions: await attempt(app, 'partitions', () => extendPartitions(app)),
    oldFiles: await attempt(app, 'retention', async () => {
      const { removed, progress } = await removeOldFiles(app, state.retention, RETENTION_MS)
      state.retention = progress
      return removed
    }),
    deletedUploads: await attempt(app, 'deleted uploads', () => removeDeletedAssets(app)),
    oldHints: await attempt(app, 'hints of callbacks', () => removeOldHints(app.db)),
    oldInvitations: await attempt(app, 'invitations', () => removeOldInvitations(app.db)),
    oldMails: await attempt(app, 'mails', () => removeOldMails(app.db)),
    oldTokens: await attempt(app, 'tokens', () => removeOldTokens(app.db)),
    unusedObjects: await attempt(app, 'sweep', () => sweepStorage(app, SWEEP_MS)),
  }))

const attempt = (app: App, task: string, work: () => Promise<number>): Promise<number | undefined> =>
  work().catch((err) => {
    app.log.warn({ task, err }, 'a cleanup failed; it is tried again after the next tick')
    return undefined
  })
