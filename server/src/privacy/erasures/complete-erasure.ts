import { removeRecordsOfProduct } from '#catalog/search'
import { findMemory, inMemoryTurn, lockMemory } from '#learning/evidence'
import { eraseAds } from '#learning/ingestion'
import { erasePatterns } from '#learning/knowledge'
import { eraseNotesOfReports } from '#learning/notes'
import type { Db } from '#platform/db'
import { eraseInputTexts, listMediaOfJob } from '#production/media'
import { eraseContent } from './erase-account.ts'
import { eraseSubject, ownersOf } from './erase-subject.ts'
import { type ErasingApp, type ErasureRow, erasureColumns } from './erasure.ts'
import { logErasure } from './log-erasure.ts'
import { listErasedPhotos, removeObjects } from './remove-objects.ts'

/**
 * Does what is left of an erasure, in an order that survives a crash between any two lines: every part finds
 * nothing to do when it was done before. Returns the row, with `done_at` when nothing is left.
 */
export async function completeErasure(app: ErasingApp, erasure: ErasureRow): Promise<ErasureRow> {
  const { db } = app
  // Unreadable already, unless the erasure was applied again to an older copy of the database.
  let isComplete = await db.transaction((tx) => eraseSubject(tx, erasure))
  if (erasure.kind === 'account') isComplete = (await eraseContent(db, erasure)) && isComplete
  await logErasure(app, erasure)
  await eraseInMemory(db, erasure)
  const photoIds = await listErasedPhotos(db, erasure.id)
  const running = await eraseInputTexts(db, photoIds)
  isComplete = isComplete && running === 0
  await removeObjects(app, erasure.id)
  const done = isComplete && (await markDone(db, erasure.id))
  return done || erasure
}

const markDone = (db: Db, id: string): Promise<ErasureRow | undefined> =>
  db.row<ErasureRow>(
    `update erasures set done_at = coalesce(done_at, clock_timestamp()) where id = $1
     returning ${erasureColumns}`,
    [id],
  )

const adColumns = { media: 'media_id', character: 'character_id', product: 'product_id' } as const

/** The memory stores texts of creatives with the results of their ads. Numbers stay, texts go. */
async function eraseInMemory(db: Db, { kind, subject_id: subjectId, user_id: userId }: ErasureRow) {
  if (kind !== 'media' && kind !== 'character' && kind !== 'product') return
  const ids = kind === 'media' ? await listMediaOfJob(db, subjectId) : [subjectId]
  const part = { column: adColumns[kind], ids }
  for (const owner of ownersOf(userId))
    await inMemoryTurn(owner, () =>
      db.transaction(async (tx) => {
        if (kind === 'product') await removeRecordsOfProduct(tx, owner, subjectId)
        if (!(await findMemory(tx, owner))) return
        const memory = await lockMemory(tx, owner)
        const { productIds, reportIds } = await eraseAds(tx, owner, memory, part)
        await eraseNotesOfReports(tx, owner, reportIds)
        await erasePatterns(tx, owner, memory, productIds)
      }),
    )
}
