import { type Character, CharacterBody } from '@atelier/contract'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { newId } from '#platform/ids'
import { parseFields } from '#platform/refusal'
import { type CharacterRow, characterColumns, presentCharacter } from './character-row.ts'

export async function createCharacter(
  db: Rows,
  owner: Owner,
  body: unknown,
): Promise<{ character: Character; message: string }> {
  const { name, description } = parseFields(CharacterBody, body, 'body')
  const row = await db.row<CharacterRow>(
    `insert into characters (id, user_id, mode, name, description) values ($1, $2, $3, $4, $5)
     returning ${characterColumns}`,
    [newId('character'), owner.userId, owner.mode, name, description || null],
  )
  return {
    character: presentCharacter(row as CharacterRow, 0),
    message: 'Character created. Add photos, then send its id as characterId in a job.',
  }
}
