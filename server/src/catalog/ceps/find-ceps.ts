import type { Cep } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { type CepRow, cepColumns, presentCep } from './cep-row.ts'

/** The active CEPs with these ids, in no particular order. */
export async function findCeps(db: Rows, owner: Owner, ids: string[]): Promise<Cep[]> {
  if (ids.length === 0) return []
  const rows = await db.rows<CepRow>(
    `select ${cepColumns} from ceps
     where id = any($1::text[]) and user_id = $2 and mode = $3 and status = 'active'`,
    [ids, owner.userId, owner.mode],
  )
  return rows.map(presentCep)
}
