import { quoteText } from '#learning/knowledge'

/** A sentence of ours with foreign text in it. What is foreign is marked, so that nobody forgets to quote. */
export type QuotedText = readonly (string | { readonly quoted: string })[]

/** The sentence, with each foreign text in quotation marks and no longer than this. */
export const renderText = (parts: QuotedText, charactersMax: number): string =>
  parts.map((part) => (typeof part === 'string' ? part : quoteText(part.quoted, charactersMax))).join('')
