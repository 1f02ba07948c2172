import type { Erasure } from '@atelier/contract'
import type { Rows } from '#platform/db'
import { type ErasureRow, erasureColumns, presentErasure } from './erasure.ts'

const SHOWN = 100

/** The newest erasures of a user. */
export async function listErasures(db: Rows, userId: string): Promise<Erasure[]> {
  const rows = await db.rows<ErasureRow>(
    `select ${erasureColumns} from erasures where user_id = $1
     order by requested_at desc, id desc limit ${SHOWN}`,
    [userId],
  )
  return rows.map(presentErasure)
}
