import type { Pattern } from '@atelier/contract'
import type { Words } from '../../words/index.ts'

export type Names = { points: ReadonlyMap<string, string>; characters: ReadonlyMap<string, string> }

/**
 * What the ads of a pattern share, in the reader's language. Where a name is not known here, the service's
 * own title stands.
 */
export function nameRecipe({ ingredients, title }: Pattern, names: Names, words: Words): string {
  const { cepId, angle, characterId, noCharacter, mediaType, orientation, hook } = ingredients
  const point = cepId && names.points.get(cepId)
  const character = characterId && names.characters.get(characterId)
  if ((cepId && !point) || (characterId && !character)) return title
  const parts = [
    point && `“${point}”`,
    angle && `“${angle}”`,
    character && words.knowledge.withCharacter(character),
    noCharacter && words.knowledge.withoutCharacter,
    hook && words.knowledge.hook(hook),
    mediaType && words.picture.kind[mediaType].toLowerCase(),
    orientation && words.picture.orientations[orientation],
  ].filter((part): part is string => Boolean(part))
  const name = words.common.list(parts)
  return name === '' ? title : name.charAt(0).toUpperCase() + name.slice(1)
}
