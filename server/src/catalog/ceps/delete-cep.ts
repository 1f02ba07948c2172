import { type DeletedCep, isIdOf } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { removeRecord } from '#catalog/search'
import type { Db, Tx } from '#platform/db'
import { notFound } from '#platform/refusal'

/**
 * Deletes a CEP and lowers the count of its target, in one commit. Deleting it again is refused as not found.
 */
export async function deleteCep(db: Db, owner: Owner, id: string): Promise<DeletedCep> {
  const freed = isIdOf('cep', id) && (await db.transaction((tx) => deleteAndUnindex(tx, owner, id)))
  if (!freed) throw notFound('cep', id)
  return {
    cep: { id, status: 'deleted' },
    message: 'CEP deleted. You can create another in its place.',
  }
}

/** The CEP and its search record are deleted together. */
async function deleteAndUnindex(tx: Tx, owner: Owner, id: string): Promise<boolean> {
  const freed = await markDeleted(tx, owner, id)
  if (freed) await removeRecord(tx, owner, 'cep', id)
  return freed !== undefined
}

const markDeleted = (tx: Tx, owner: Owner, id: string): Promise<{ target_id: string } | undefined> =>
  tx.row(
    `with gone as (
       update ceps set status = 'deleted', deleted_at = clock_timestamp()
       where id = $1 and user_id = $2 and mode = $3 and status = 'active'
       returning coalesce(product_id, topic_id) as target_id
     )
     update cep_counts set active = active - 1 from gone where cep_counts.target_id = gone.target_id
     returning cep_counts.target_id`,
    [id, owner.userId, owner.mode],
  )
