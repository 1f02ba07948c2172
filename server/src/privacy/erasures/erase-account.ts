import { eraseBilling } from '#access/payments'
import { eraseCepsOfUser } from '#catalog/ceps'
import { eraseCharactersOfUser } from '#catalog/characters'
import { eraseAssetsOfUser, erasePhotosOfUser } from '#catalog/photos'
import { eraseProductsOfUser } from '#catalog/products'
import { eraseSearch } from '#catalog/search'
import { eraseMemories, findMemory } from '#learning/evidence'
import { eraseAllPatterns } from '#learning/knowledge'
import { eraseNotesOfUser } from '#learning/notes'
import { eraseReportKeys } from '#learning/reports'
import type { Db, Tx } from '#platform/db'
import { cancelIfUnsent } from '#production/jobs'
import { eraseMediaOfUser, listOpenMedia } from '#production/media'
import { noteMedia, ownersOf } from './erase-subject.ts'
import { addObjects, type ErasureRow } from './erasure.ts'

/** Rows of one commit. A commit must end within the time limit of a statement. */
const BATCH = 200
const ROWS_BATCH = 5_000

/**
 * Erases what an account owns, in many commits. A job that was not sent is cancelled and refunded; one that
 * is with a provider ends first. Returns whether everything is erased: if not, it is called again later.
 */
export async function eraseContent(db: Db, erasure: ErasureRow): Promise<boolean> {
  const { user_id: userId } = erasure
  const open = await listOpenMedia(db, userId)
  for (const job of open) await cancelIfUnsent(db, job.id)
  await repeat(db, async (tx) => {
    const photos = await erasePhotosOfUser(tx, userId, BATCH)
    const uploads = await eraseAssetsOfUser(tx, userId, BATCH)
    await addObjects(tx, erasure, [...photos.prefixes, ...uploads.prefixes])
    return photos.prefixes.length + uploads.prefixes.length > 0
  })
  for (const owner of ownersOf(userId))
    await repeat(db, async (tx) => {
      const media = await eraseMediaOfUser(tx, owner, BATCH)
      await noteMedia(tx, erasure, media)
      return media.ids.length > 0
    })
  await db.transaction(async (tx) => {
    await eraseProductsOfUser(tx, userId)
    await eraseCharactersOfUser(tx, userId)
    await eraseCepsOfUser(tx, userId)
    await eraseNotesOfUser(tx, userId)
    await eraseSearch(tx, userId)
    await eraseBilling(tx, userId)
  })
  await eraseReported(db, userId)
  return (await listOpenMedia(db, userId)).length === 0
}

async function eraseReported(db: Db, userId: string): Promise<void> {
  await repeat(db, async (tx) => {
    for (const owner of ownersOf(userId)) {
      const memory = await findMemory(tx, owner)
      if (!memory) continue
      await eraseAllPatterns(tx, memory)
      await eraseReportKeys(tx, memory)
    }
    return !(await eraseMemories(tx, userId, ROWS_BATCH))
  })
}

/** One commit after another, until one has found nothing to do. */
async function repeat(db: Db, work: (tx: Tx) => Promise<boolean>): Promise<void> {
  while (await db.transaction(work));
}
