import type { Owner } from '#access/identity'
import { refuseIfFull, refuseOverflow } from '#access/quotas'
import type { App } from '#platform/app'
import type { Tx } from '#platform/db'
import { Refusal } from '#platform/refusal'
import type { PreparedPicture } from './store-picture.ts'

/**
 * Stores a picture and commits its row, if it fits into the quota. What cannot fit is refused before its
 * bytes are stored. When parallel requests take the rest of the quota meanwhile, the commit refuses, and the
 * object is removed again.
 */
export async function storeWithinQuota<Row>(
  app: App,
  owner: Owner,
  { kind, prepared }: { kind: 'uploads' | 'photos'; prepared: PreparedPicture },
  insert: (tx: Tx) => Promise<Row>,
): Promise<Row> {
  const { objectKey, sizeBytes } = prepared.picture
  const amount = { kind, items: 1, bytes: sizeBytes }
  await refuseIfFull(app, owner, amount)
  await prepared.store()
  try {
    return await app.db.transaction(async (tx) => {
      const row = await insert(tx)
      await refuseOverflow(tx, app, owner, amount)
      return row
    })
  } catch (error) {
    // A refusal is thrown before the commit is sent: no row names the object. After any other error one may.
    if (error instanceof Refusal) await discardObject(app, objectKey)
    throw error
  }
}

/** Removes an object that no row names. When that fails, the sweep of storage removes it later. */
export async function discardObject(app: App, objectKey: string): Promise<void> {
  await app.storage
    .remove(objectKey)
    .catch((err) => app.log.warn({ objectKey, err }, 'an unused object could not be removed'))
}
