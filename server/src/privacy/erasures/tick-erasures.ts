import { listDeletedPhotos } from '#catalog/photos'
import { completeErasure } from './complete-erasure.ts'
import { eraseSubject } from './erase-subject.ts'
import { type ErasingApp, type ErasureRow, erasureColumns, insertErasure } from './erasure.ts'

const BATCH = 100

/**
 * How long a step that was running at the time of the erasure may still write an object: a result may be
 * stored for 5 minutes, and a step takes a minute at most. Long requests of a key that has just stopped
 * working are shorter.
 */
const SWEEP_AFTER_MS = 900_000

/**
 * Completes the erasures that a request did not complete, and sweeps those that are old enough: once more
 * through everything, for what was written meanwhile. One that fails does not stop the others.
 */
export async function tickErasures(app: ErasingApp): Promise<{ completed: number }> {
  await eraseDeletedPhotos(app)
  const open = await app.db.rows<ErasureRow>(
    `select ${erasureColumns} from erasures
     where swept_at is null and (done_at is null or done_at < clock_timestamp() - $1 * interval '1 ms')
     order by requested_at, id limit ${BATCH}`,
    [SWEEP_AFTER_MS],
  )
  let completed = 0
  for (const erasure of open) {
    try {
      const { done_at } = await completeErasure(app, erasure)
      if (erasure.done_at && done_at) await markSwept(app, erasure.id)
      if (done_at) completed++
    } catch (err) {
      app.log.warn(
        { erasure: erasure.id, err },
        'an erasure could not be completed; the next tick tries again',
      )
    }
  }
  return { completed }
}

const markSwept = (app: ErasingApp, id: string) =>
  app.db.transaction(async (tx) => {
    await tx.rows(`delete from erasure_objects where erasure_id = $1`, [id])
    await tx.row(`update erasures set swept_at = clock_timestamp() where id = $1`, [id])
  })

/** Photos that were deleted when a deletion still left their files. */
async function eraseDeletedPhotos(app: ErasingApp): Promise<void> {
  for (const { id, user_id: userId } of await listDeletedPhotos(app.db, BATCH))
    await app.db.transaction(async (tx) => {
      const request = { kind: 'photo' as const, subjectId: id, userId, requestedBy: 'operator' }
      const row = await insertErasure(tx, request)
      if (row) await eraseSubject(tx, row)
    })
}
