import { isIdOf } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'

/** The content of a CEP, for the memory, which also refers to deleted ones. */
type CepDetails = {
  id: string
  cepText: string
  angle: string | null
  productId: string | null
  status: 'active' | 'deleted'
}

export async function findCep(db: Rows, owner: Owner, id: string): Promise<CepDetails | undefined> {
  if (!isIdOf('cep', id)) return undefined
  return db.row<CepDetails>(
    `select id, cep_text as "cepText", angle, product_id as "productId", status
     from ceps where id = $1 and user_id = $2 and mode = $3`,
    [id, owner.userId, owner.mode],
  )
}
