/** A lexeme of a question, and which share of the owner's records has it; 0 when it is rare or absent. */
export type QueryLexeme = { lexeme: string; share: number }

/** So many lexemes are looked for in a record: a question of 500 characters may have hundreds. */
export const QUERY_LEXEMES_MAX = 24

export const byShare = (a: QueryLexeme, b: QueryLexeme): number => a.share - b.share

/** The rarest. What is not listed counts as rarest, in the order of the question. */
export const rarestLexemes = (lexemes: QueryLexeme[]): QueryLexeme[] =>
  lexemes.toSorted(byShare).slice(0, QUERY_LEXEMES_MAX)
