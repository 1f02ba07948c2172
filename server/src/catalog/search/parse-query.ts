import { byShare, type QueryLexeme } from './query-lexeme.ts'
import type { OwnerLexemes } from './record-lexemes.ts'
import type { GramGroup } from './score-matches.ts'
import type { SearchBudget } from './search-budget.ts'
import { type RunGrams, splitGrams } from './split-grams.ts'
import { splitWords, type Word } from './split-words.ts'

export type SearchQuery = {
  query: string
  /** The same question in other words. */
  also?: readonly string[] | undefined
  productId?: string | undefined
}

/** One phrasing as lexemes of one owner: its distinct terms, their words, the grams of each run. */
export type ParsedQuery = {
  terms: Word[]
  words: string[]
  grams: RunGrams[]
  productLexeme: string | undefined
}

export function parseQuery(
  { query, productId }: Omit<SearchQuery, 'also'>,
  { word, gram, product }: OwnerLexemes,
): ParsedQuery {
  const terms = splitWords(query).map((one) => ({ ...one, lexemes: one.lexemes.map(word) }))
  return {
    terms: [...new Map(terms.map((term) => [term.lexemes.join(), term])).values()],
    words: [...new Set(terms.flatMap(({ lexemes }) => lexemes))],
    grams: splitGrams(query).map(({ grams, stem }) => ({
      grams: grams.map(gram),
      stem: stem === null ? null : word(stem),
    })),
    productLexeme: productId === undefined ? undefined : product(productId),
  }
}

/**
 * Chooses the rarest gram of each run, then the second rarest of each, and so on, so that a long word does
 * not displace the others. `groups` lists the bits of the chosen grams of each run.
 */
export function chooseGrams(
  runs: RunGrams[],
  withShare: (lexeme: string) => QueryLexeme,
  budget: SearchBudget,
): { chosen: QueryLexeme[]; groups: GramGroup[] } {
  const sorted = runs.map(({ grams }) => grams.map(withShare).toSorted(byShare))
  const bitOf = new Map<string, number>()
  const chosen: QueryLexeme[] = []
  for (let round = 0; sorted.some((grams) => grams.length > round); round++)
    for (const grams of sorted) {
      const next = grams[round]
      if (!next || bitOf.has(next.lexeme) || chosen.length === budget.lexemes) continue
      bitOf.set(next.lexeme, chosen.length)
      chosen.push(next)
    }
  const groups = runs.map(({ grams, stem }) => ({
    bits: grams.flatMap((gram) => bitOf.get(gram) ?? []),
    isDense: stem === null,
    stem,
  }))
  return { chosen, groups: groups.filter(({ bits }) => bits.length > 0) }
}
