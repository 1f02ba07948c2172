import type { Rows, Tx } from '#platform/db'

/** Empties name and description; from the commit on the character is answered 410. Returns the names. */
const erase = async (tx: Tx, condition: string, value: string): Promise<{ id: string; name: string }[]> =>
  tx.rows(
    `update characters set erased_at = clock_timestamp(), name = '', description = null
     where erased_at is null and ${condition} returning id, old.name`,
    [value],
  )

export const eraseCharacter = (tx: Tx, id: string) => erase(tx, 'id = $1', id)

export const eraseCharactersOfUser = (tx: Tx, userId: string) => erase(tx, 'user_id = $1', userId)

/** Whose character it is, and when it was erased. */
export const findCharacterOwner = (
  db: Rows,
  id: string,
): Promise<{ userId: string; erasedAt: Date | null } | undefined> =>
  db.row(`select user_id as "userId", erased_at as "erasedAt" from characters where id = $1`, [id])
