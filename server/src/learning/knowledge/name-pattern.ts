import type { Ingredients, Metric } from '@atelier/contract'
import type { PatternPlace } from './pattern-id.ts'
import { quoteText } from './quote-text.ts'

/** What ids were called when the ads were made. */
export type Names = { product: string | null; ceps: Map<string, string>; characters: Map<string, string> }

const TITLE_CHARACTERS = 60
const SUMMARY_CHARACTERS = 300

/**
 * A pattern in words. They hold no number, so that they stay the same while its results move; and what agents
 * or owners wrote stands between quotation marks.
 */
export function namePattern(
  made: Ingredients,
  names: Names,
  place: PatternPlace,
  metric: Metric,
): { title: string; summary: string } {
  const title = partsOf(made, names, TITLE_CHARACTERS).join(', ')
  const whose = names.product === null ? '' : ` for ${quoteText(names.product, TITLE_CHARACTERS)}`
  const shared = inSentence(partsOf(made, names, SUMMARY_CHARACTERS))
  return {
    title: title.charAt(0).toUpperCase() + title.slice(1),
    summary: `Ads${whose} that share ${shared}; ${groundOf(place, metric)}.`,
  }
}

function partsOf(made: Ingredients, names: Names, characters: number): string[] {
  const told = (word: string, text: string | null) => text && `${word} ${quoteText(text, characters)}`
  return [
    told('CEP', made.cepId && (names.ceps.get(made.cepId) ?? made.cepId)),
    told('angle', made.angle),
    told('character', made.characterId && (names.characters.get(made.characterId) ?? made.characterId)),
    told('hook', made.hook),
    made.mediaType && `media type ${made.mediaType.toLowerCase()}`,
    made.orientation && `${made.orientation} orientation`,
  ].filter((part) => part !== null)
}

function groundOf(
  { objective, currency, conversionType, attribution }: PatternPlace,
  metric: Metric,
): string {
  if (objective === null) return `their ${metric.toUpperCase()} is only claimed`
  const told = (text: string | null) => quoteText(text ?? '', TITLE_CHARACTERS)
  const counted = `conversion ${told(conversionType)}, attribution ${told(attribution)}`
  return `seen by their ${metric.toUpperCase()} in ${currency}, objective ${told(objective)}, ${counted}`
}

const inSentence = (parts: string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
