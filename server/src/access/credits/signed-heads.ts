import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import type { ChainHead } from './walk-chain.ts'

/** A head of one chain that the signer signed, with the number of the statement that contains it. */
export type SignedHead = ChainHead & {
  userId: string
  mode: 'live' | 'test'
  statement: number
  signature: Buffer
}

const COLUMNS = `user_id as "userId", mode, seq, balance, encode(head_hash, 'hex') as hash,
  encode(head_seal, 'hex') as seal, statement, signature`

export const findSignedHead = (db: Rows, owner: Owner): Promise<SignedHead | undefined> =>
  db.row(`select ${COLUMNS} from signed_heads where user_id = $1 and mode = $2`, [owner.userId, owner.mode])
