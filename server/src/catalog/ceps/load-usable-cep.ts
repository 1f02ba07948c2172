import { type Cep, isIdOf } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Db } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { type CepRow, cepColumns, presentCep } from './cep-row.ts'

type Row = CepRow & { user_id: string }

/**
 * The CEP that a job is made for. One of another user is refused as not_owner; a deleted one, and one of the
 * other mode (live or test), does not exist.
 */
export async function loadUsableCep(db: Db, owner: Owner, id: string): Promise<Cep> {
  const row = isIdOf('cep', id)
    ? await db.lookup.row<Row>(
        `select ${cepColumns}, user_id from ceps where id = $1 and mode = $2 and status = 'active'`,
        [id, owner.mode],
      )
    : undefined
  if (!row) throw new Refusal('not_found', 'cepId names a CEP that does not exist.', { field: 'cepId' })
  if (row.user_id === owner.userId) return presentCep(row)
  throw new Refusal('not_owner', 'cepId names a CEP of another user.', { field: 'cepId' })
}
