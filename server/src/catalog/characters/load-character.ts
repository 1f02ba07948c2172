import { type Character, isIdOf, type Photo } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { listPhotos } from '#catalog/photos'
import type { App } from '#platform/app'
import { erased, notFound } from '#platform/refusal'
import { type CharacterRow, characterColumns, presentCharacter } from './character-row.ts'

/** A character of the owner with its photos. */
export async function loadCharacter(
  app: App,
  owner: Owner,
  id: string,
): Promise<Character & { photos: Photo[] }> {
  const row = isIdOf('character', id)
    ? await app.db.row<CharacterRow>(
        `select ${characterColumns} from characters where id = $1 and user_id = $2 and mode = $3`,
        [id, owner.userId, owner.mode],
      )
    : undefined
  if (!row) throw notFound('character', id)
  if (row.erased_at) throw erased(row.erased_at)
  const photos = await listPhotos(app, { characterId: id })
  return { ...presentCharacter(row, photos.length), photos }
}
