import type { Character } from '@atelier/contract'

/** A row of `characters`. */
export type CharacterRow = {
  id: string
  user_id: string
  name: string
  description: string | null
  created_at: Date
  erased_at: Date | null
}

export const characterColumns = `id, user_id, name, description, created_at, erased_at`

export const presentCharacter = (row: CharacterRow, photoCount: number): Character => ({
  id: row.id,
  name: row.name,
  description: row.description,
  photoCount,
  createdAt: row.created_at.toISOString(),
})
