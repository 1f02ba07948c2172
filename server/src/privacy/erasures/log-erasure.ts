import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { erasureKinds } from '@atelier/contract'
import { z } from 'zod'
import { type ErasingApp, type ErasureRow, erasureColumns } from './erasure.ts'
import { listFirstObjects } from './remove-objects.ts'

/** One line of the log: what to erase again after an older copy of the database was restored. */
const ErasureRecord = z.object({
  id: z.string(),
  kind: z.enum(erasureKinds),
  subjectId: z.string(),
  userId: z.string(),
  requestedAt: z.iso.datetime(),
  /** The beginnings of the keys of its objects. */
  objects: z.array(z.string()),
})

export type ErasureRecord = z.infer<typeof ErasureRecord>

/** The log is outside the database: it survives when an older copy of the database is restored. */
const FOLDER = 'erasures/'

const keyOf = (erasureId: string): string => `${FOLDER}${erasureId}.json`

/**
 * Writes one small object that never changes, before anything is deleted. It holds ids and the beginnings of
 * object keys, no personal data. The list of an account would be long; its user id is enough.
 */
export async function logErasure({ db, storage }: ErasingApp, erasure: ErasureRow): Promise<void> {
  if (erasure.logged_at) return
  const record: ErasureRecord = {
    id: erasure.id,
    kind: erasure.kind,
    subjectId: erasure.subject_id,
    userId: erasure.user_id,
    requestedAt: erasure.requested_at.toISOString(),
    objects: erasure.kind === 'account' ? [] : await listFirstObjects(db, erasure.id),
  }
  const bytes = Buffer.from(JSON.stringify(record))
  const sha256 = createHash('sha256').update(bytes).digest()
  // A key that is taken was written by an earlier attempt.
  await storage.putIfAbsent(keyOf(erasure.id), bytes, { contentType: 'application/json', sha256 })
  await db.row(
    `update erasures set logged_at = clock_timestamp() where id = $1 and logged_at is null
     returning ${erasureColumns}`,
    [erasure.id],
  )
}

const RECORD_BYTES_MAX = 1_048_576

/** Every record of the log, in no particular order. */
export async function* readErasureLog({
  storage,
}: Pick<ErasingApp, 'storage'>): AsyncGenerator<ErasureRecord> {
  for (let after: string | undefined; ; ) {
    const page = await storage.list(FOLDER, after === undefined ? {} : { after })
    for (const { key } of page.objects) {
      const record = await text(await storage.open(key, 0, RECORD_BYTES_MAX - 1))
      yield ErasureRecord.parse(JSON.parse(record))
    }
    if (page.after === undefined) return
    after = page.after
  }
}
