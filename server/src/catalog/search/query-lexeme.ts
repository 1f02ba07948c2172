import type { SearchBudget } from './search-budget.ts'

/**
 * A lexeme of a query, with its document share: the fraction of the owner's records that contain it. 0 when
 * it is rare or absent.
 */
export type QueryLexeme = { lexeme: string; share: number }

export const byShare = (a: QueryLexeme, b: QueryLexeme): number => a.share - b.share

/** Lexemes with a share of 0 count as the rarest and stay in the order of the query. */
export const rarestLexemes = (lexemes: QueryLexeme[], budget: SearchBudget): QueryLexeme[] =>
  lexemes.toSorted(byShare).slice(0, budget.lexemes)
