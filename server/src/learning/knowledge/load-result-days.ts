import type { ResultDay } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { listDays } from '#learning/evidence'
import type { Rows } from '#platform/db'
import { Refusal } from '#platform/refusal'

/** The days behind a row of the history. */
export async function loadResultDays(db: Rows, owner: Owner, id: string): Promise<ResultDay[]> {
  const days = await listDays(db, owner, id)
  if (!days) throw new Refusal('not_found', 'You have no row of the history with this id.')
  return days
}
