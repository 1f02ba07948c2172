import type { Cell } from '@atelier/contract'
import type { CellName } from './fit-belief.ts'

/** What the creatives of a cell have in common. */
export type CellParts = Pick<Cell, 'cepId' | 'characterId' | 'mediaType' | 'orientation'>

/** The same key for the same cell; other fields of the object are ignored. */
export const nameCell = ({ cepId, characterId, mediaType, orientation }: CellParts): CellName => {
  const format = `${mediaType} ${orientation}`
  // "No character" is an ingredient like any other.
  const character = `character ${characterId ?? 'none'}`
  return { key: `${cepId} ${character} ${format}`, parts: [cepId, character, format] }
}
