import { isIdOf } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { type CharacterRow, characterColumns } from './character-row.ts'

/** A character of the owner; a malformed id counts as absent. */
export async function findCharacter(db: Rows, owner: Owner, id: string): Promise<CharacterRow | undefined> {
  if (!isIdOf('character', id)) return undefined
  return db.row<CharacterRow>(
    `select ${characterColumns} from characters where id = $1 and user_id = $2 and mode = $3
       and erased_at is null`,
    [id, owner.userId, owner.mode],
  )
}
