import { type Erasure, type ErasureKind, type IdKind, kindOfId } from '@atelier/contract'
import type { App } from '#platform/app'
import type { Rows, Tx } from '#platform/db'
import { newId } from '#platform/ids'

/** What an erasure needs: the operator's commands have no more than this. */
export type ErasingApp = Pick<App, 'db' | 'storage' | 'log'>

/** A row of `erasures`. */
export type ErasureRow = {
  id: string
  kind: ErasureKind
  subject_id: string
  user_id: string
  requested_at: Date
  logged_at: Date | null
  done_at: Date | null
}

export const erasureColumns = 'id, kind, subject_id, user_id, requested_at, logged_at, done_at'

const kinds: Partial<Record<IdKind, ErasureKind>> = {
  photo: 'photo',
  asset: 'upload',
  character: 'character',
  product: 'product',
  media: 'media',
  user: 'account',
}

/** What an id names; undefined when it is nothing that can be erased. */
export function kindOf(subjectId: string): ErasureKind | undefined {
  const kind = kindOfId(subjectId)
  return kind && kinds[kind]
}

/** What to erase, and who asked: the owner, the operator, or the key that deleted a photo. */
export type ErasureRequest = { kind: ErasureKind; subjectId: string; userId: string; requestedBy: string }

/** Undefined when the subject has an erasure already. */
export const insertErasure = (tx: Tx, request: ErasureRequest, id = newId('erasure')) =>
  tx.row<ErasureRow>(
    `insert into erasures (id, kind, subject_id, user_id, requested_by) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning ${erasureColumns}`,
    [id, request.kind, request.subjectId, request.userId, request.requestedBy],
  )

export const findErasure = (db: Rows, subjectId: string): Promise<ErasureRow | undefined> =>
  db.row<ErasureRow>(`select ${erasureColumns} from erasures where subject_id = $1`, [subjectId])

/** Adds to the objects that an erasure has to remove, by the beginnings of their keys. */
export async function addObjects(
  tx: Tx,
  { id, user_id }: Pick<ErasureRow, 'id' | 'user_id'>,
  prefixes: string[],
): Promise<void> {
  await tx.rows(
    `insert into erasure_objects (erasure_id, user_id, prefix) select $1, $2, unnest($3::text[])
     on conflict do nothing`,
    [id, user_id, prefixes],
  )
}

export const presentErasure = (row: ErasureRow): Erasure => ({
  id: row.id,
  kind: row.kind,
  subjectId: row.subject_id,
  requestedAt: row.requested_at.toISOString(),
  doneAt: row.done_at?.toISOString() ?? null,
})
