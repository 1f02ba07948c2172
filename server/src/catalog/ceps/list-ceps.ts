import type { Cep, CepsQuery } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { type CepRow, cepColumns, presentCep } from './cep-row.ts'
import { type CepTarget, loadTarget } from './cep-target.ts'

/** All CEPs of a target, oldest first. There is no paging, because their number is limited. */
export async function listCeps(db: Rows, owner: Owner, query: CepsQuery): Promise<Cep[]> {
  return listCepsOf(db, owner, await loadTarget(db, owner, query))
}

/** The same for a target that is already known to belong to the owner. */
export async function listCepsOf(db: Rows, owner: Owner, target: CepTarget): Promise<Cep[]> {
  const [column, id] = 'productId' in target ? ['product_id', target.productId] : ['topic_id', target.topicId]
  const rows = await db.rows<CepRow>(
    `select ${cepColumns} from ceps
     where ${column} = $1 and status = 'active' and user_id = $2 and mode = $3 order by created_at, id`,
    [id, owner.userId, owner.mode],
  )
  return rows.map(presentCep)
}
