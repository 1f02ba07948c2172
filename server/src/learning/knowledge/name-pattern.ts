import type { Ingredients, Metric } from '@atelier/contract'
import type { PatternOrigin } from './pattern-id.ts'
import { quoteText } from './quote-text.ts'

/** The names that belong to ids, as they were when the ads were made. */
export type KnownNames = {
  product: string | null
  ceps: Map<string, string>
  characters: Map<string, string>
}

const TITLE_CHARACTERS = 60
const SUMMARY_CHARACTERS = 300

/**
 * Title and summary of a pattern. They contain no numbers, so that they stay the same while the results
 * change. Text by agents or owners is quoted.
 */
export function namePattern(
  ingredients: Ingredients,
  names: KnownNames,
  origin: PatternOrigin,
  metric: Metric,
): { title: string; summary: string } {
  const title = partsOf(ingredients, names, TITLE_CHARACTERS).join(', ')
  const whose = names.product === null ? '' : ` for ${quoteText(names.product, TITLE_CHARACTERS)}`
  const shared = inSentence(partsOf(ingredients, names, SUMMARY_CHARACTERS))
  return {
    title: title.charAt(0).toUpperCase() + title.slice(1),
    summary: `Ads${whose} that share ${shared}; ${measuredBy(origin, metric)}.`,
  }
}

function partsOf(ingredients: Ingredients, names: KnownNames, characters: number): string[] {
  const quoted = (word: string, text: string | null) => text && `${word} ${quoteText(text, characters)}`
  return [
    quoted('CEP', ingredients.cepId && (names.ceps.get(ingredients.cepId) ?? ingredients.cepId)),
    quoted('angle', ingredients.angle),
    quoted(
      'character',
      ingredients.characterId && (names.characters.get(ingredients.characterId) ?? ingredients.characterId),
    ),
    ingredients.noCharacter && 'no character',
    quoted('hook', ingredients.hook),
    ingredients.mediaType && `media type ${ingredients.mediaType.toLowerCase()}`,
    ingredients.orientation && `${ingredients.orientation} orientation`,
  ].filter((part) => part !== null)
}

/** How the results were measured: metric, currency, objective, conversion type and attribution. */
function measuredBy(
  { objective, currency, conversionType, attribution }: PatternOrigin,
  metric: Metric,
): string {
  if (objective === null) return `their ${metric.toUpperCase()} is only claimed`
  const quoted = (text: string | null) => quoteText(text ?? '', TITLE_CHARACTERS)
  const counted = `conversion ${quoted(conversionType)}, attribution ${quoted(attribution)}`
  return `seen by their ${metric.toUpperCase()} in ${currency}, objective ${quoted(objective)}, ${counted}`
}

const inSentence = (parts: string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
