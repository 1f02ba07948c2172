import { isIdOf } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Db } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { type CharacterRow, characterColumns } from './character-row.ts'

/** The character that a job uses. It must belong to the caller, even if the caller is an admin. */
export async function loadUsableCharacter(db: Db, owner: Owner, id: string): Promise<CharacterRow> {
  const field = 'characterId'
  const row = isIdOf('character', id)
    ? await db.lookup.row<CharacterRow>(
        `select ${characterColumns} from characters where id = $1 and mode = $2 and erased_at is null`,
        [id, owner.mode],
      )
    : undefined
  if (!row) throw new Refusal('not_found', `${field} names a character that does not exist.`, { field })
  if (row.user_id === owner.userId) return row
  throw new Refusal('not_owner', `${field} names a character of another user.`, { field })
}
