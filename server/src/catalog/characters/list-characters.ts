import type { Character, PageQuery } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { countPhotos } from '#catalog/photos'
import type { Rows } from '#platform/db'
import { pageOf, readCursor } from '#platform/paging'
import { type CharacterRow, characterColumns, presentCharacter } from './character-row.ts'

/** One page, newest first. */
export async function listCharacters(
  db: Rows,
  owner: Owner,
  { limit, cursor }: PageQuery,
): Promise<{ characters: Character[]; nextCursor: string | null }> {
  const { createdAt, id } = readCursor(cursor, 'character')
  const rows = await db.rows<CharacterRow>(
    `select ${characterColumns} from characters
     where user_id = $1 and mode = $2 and erased_at is null and (created_at, id) < ($3::timestamptz, $4::text)
     order by created_at desc, id desc limit $5`,
    [owner.userId, owner.mode, createdAt, id, limit + 1],
  )
  const { shown, nextCursor } = pageOf(rows, limit)
  const ids = shown.map((row) => row.id)
  const counts = ids.length > 0 ? await countPhotos(db, ids) : undefined
  return { characters: shown.map((row) => presentCharacter(row, counts?.get(row.id) ?? 0)), nextCursor }
}
