import { quoteText } from '#learning/knowledge'

/**
 * Our own sentence with text by others in it. Such text is marked by the type, so that it cannot be used
 * unquoted.
 */
export type QuotedText = readonly (string | { readonly quoted: string })[]

/** The sentence, with each text by others quoted and truncated to this length. */
export const renderText = (parts: QuotedText, charactersMax: number): string =>
  parts.map((part) => (typeof part === 'string' ? part : quoteText(part.quoted, charactersMax))).join('')
