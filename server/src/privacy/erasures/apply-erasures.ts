import { findAnyUser } from '#access/identity'
import { completeErasure } from './complete-erasure.ts'
import { addObjects, type ErasingApp, type ErasureRow, erasureColumns, findErasure } from './erasure.ts'
import { type ErasureRecord, readErasureLog } from './log-erasure.ts'
import { removePrefix } from './remove-objects.ts'

/** How many records of the log there are, how many the database did not know, and how many wait for a job. */
export type AppliedErasures = { logged: number; applied: number; waiting: number }

/**
 * Applies the logged erasures again, for a database that was restored from an older copy. What the database
 * still knows as erased is left alone. A job that is running in the copy is erased when it ends.
 */
export async function applyErasures(app: ErasingApp): Promise<AppliedErasures> {
  const counts = { logged: 0, applied: 0, waiting: 0 }
  for await (const record of readErasureLog(app)) {
    counts.logged++
    if (await findErasure(app.db, record.subjectId)) continue
    counts.applied++
    const row = await insertAgain(app, record)
    // The user itself is newer than the copy: only the objects can be left.
    if (!row) for (const prefix of record.objects) await removePrefix(app.storage, prefix)
    else if (!(await completeErasure(app, row)).done_at) counts.waiting++
  }
  return counts
}

/** The same erasure as before: its log object exists, so it counts as logged. */
async function insertAgain(app: ErasingApp, record: ErasureRecord): Promise<ErasureRow | undefined> {
  if (!(await findAnyUser(app.db, record.userId))) return undefined
  return app.db.transaction(async (tx) => {
    const row = await tx.row<ErasureRow>(
      `insert into erasures (id, kind, subject_id, user_id, requested_by, requested_at, logged_at)
       values ($1, $2, $3, $4, 'log', $5, clock_timestamp()) returning ${erasureColumns}`,
      [record.id, record.kind, record.subjectId, record.userId, new Date(record.requestedAt)],
    )
    await addObjects(tx, { id: record.id, user_id: record.userId }, record.objects)
    return row
  })
}
