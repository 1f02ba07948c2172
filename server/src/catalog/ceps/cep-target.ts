import { isIdOf } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { findProduct } from '#catalog/products'
import type { Rows } from '#platform/db'
import { Refusal } from '#platform/refusal'

/** The product or topic that a CEP belongs to. */
export type CepTarget = { productId: string } | { topicId: string }

type Fields = { productId?: string | undefined; topicId?: string | undefined }

export const targetIdOf = (target: CepTarget): string =>
  'productId' in target ? target.productId : target.topicId

/**
 * Exactly one of the two, owned by the caller. An absent target and one of another user get the same refusal.
 */
export async function loadTarget(db: Rows, owner: Owner, fields: Fields): Promise<CepTarget> {
  const target = readTarget(fields)
  const found =
    'productId' in target
      ? await findProduct(db, owner, target.productId)
      : await findTopic(db, owner, target.topicId)
  if (found) return target
  const [field = ''] = Object.keys(target)
  throw new Refusal(
    'not_owner',
    `${field} must be the id of one of your ${field === 'topicId' ? 'topics' : 'products'}.`,
    { field },
  )
}

function readTarget({ productId, topicId }: Fields): CepTarget {
  if (productId !== undefined && topicId === undefined) return { productId }
  if (topicId !== undefined && productId === undefined) return { topicId }
  throw new Refusal('invalid_request', 'Send exactly one of productId and topicId.', { field: 'productId' })
}

async function findTopic(db: Rows, owner: Owner, id: string): Promise<{ id: string } | undefined> {
  if (!isIdOf('topic', id)) return undefined
  return db.row<{ id: string }>(`select id from topics where id = $1 and user_id = $2 and mode = $3`, [
    id,
    owner.userId,
    owner.mode,
  ])
}
