import type { Media } from '@atelier/contract'
import { isIdOf } from '@atelier/contract'
import type { Caller } from '#access/identity'
import type { App } from '#platform/app'
import type { Db, Tx } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { loadMedia, type MediaRow, mediaNotFound, tellEnd } from '#production/media'
import { failMedia } from './settle.ts'

/**
 * Cancels a job that was not sent to a provider, and refunds it in the same commit. The row is locked before
 * its submits are read: a run either has claimed a try before, which is seen, or finds the job failed.
 */
export async function cancelMedia(
  app: App,
  caller: Caller,
  id: string,
): Promise<{ media: Media; message: string }> {
  const { userId, mode } = caller.owner
  if (!isIdOf('media', id)) throw mediaNotFound(id)
  const cancelled = await app.db.transaction(async (tx) => {
    const row = await tx.row<Pick<MediaRow, 'status' | 'parent_id'>>(
      `select status, parent_id from media where id = $1 and user_id = $2 and mode = $3 for no key update`,
      [id, userId, mode],
    )
    if (!row) throw mediaNotFound(id)
    if (row.status !== 'queued') throw notCancellable(row.status)
    const live = await hasLiveTry(tx, id)
    if (live) throw notCancellable('processing')
    return failMedia(tx, id, { errorCode: 'cancelled', message: 'cancelled' }, false)
  })
  tellEnd(app, id, cancelled)
  const media = await loadMedia(app, caller.owner, id)
  return { media, message: media.message }
}

/** Cancels a job of any user that is queued and was not sent. False when it is too late for that. */
export const cancelIfUnsent = (db: Db, id: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const row = await tx.row<{ status: string }>(`select status from media where id = $1 for no key update`, [
      id,
    ])
    if (row?.status !== 'queued' || (await hasLiveTry(tx, id))) return false
    const failed = await failMedia(tx, id, { errorCode: 'cancelled', message: 'cancelled' }, false)
    return failed !== undefined
  })

/** A try without an answer counts as running: the provider may have charged for it already. */
const hasLiveTry = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.row(
    `select from provider_submits where media_id = $1 and state in ('intent', 'unknown', 'accepted')`,
    [id],
  )) !== undefined

const notCancellable = (status: string) =>
  new Refusal(
    'not_cancellable',
    status === 'processing'
      ? 'The job is already rendering. Poll it; if it fails or stalls, its credits are refunded.'
      : `The job is already ${status}, which is final.`,
    { status },
  )
