import { isTypoOf } from './is-typo-of.ts'
import type { QueryLexeme } from './query-lexeme.ts'
import { type GramGroup, hasBit, type Match, sharesEnoughGrams } from './score-matches.ts'
import { isDense, splitRuns, type Word } from './split-words.ts'

/** A record with the lexemes of the query that it contains: of its words, and of its grams. */
type ReadRecord = { bits: number; gramBits: number; text: string }

export type TermMatch = {
  /** How many distinct words of the query the record contains, typing mistakes forgiven. */
  matchedTerms: number
  /** The share of the query that it contains, each word by its weight; a part of a word counts in part. */
  coverage: number
}

type ParsedTerms = {
  terms: Word[]
  lexemes: QueryLexeme[]
  /** Of each lexeme. */
  weights: number[]
  groups: GramGroup[]
  byWord: Match[]
}

/** Reads a query once, and returns what says how much of it a record contains. */
export function newTermMatcher({ terms, lexemes, weights, groups, byWord }: ParsedTerms) {
  const bitOf = new Map(lexemes.map(({ lexeme }, at) => [lexeme, at]))
  const known = terms.flatMap((term) => {
    const bits = term.lexemes.map((lexeme) => bitOf.get(lexeme))
    // Of a long query only the rarest lexemes are matched; the others count neither way.
    if (bits.some((bit) => bit === undefined)) return []
    const group = groups.find(({ stem }) => stem !== null && stem === term.lexemes[0])
    // A word that some record contains is right as it is.
    const isUnknown = !byWord.some((one) => bits.every((bit) => hasBit(one.bits, bit as number)))
    const weight = bits.reduce<number>((sum, bit) => sum + (weights[bit as number] ?? 0), 0) / bits.length
    return [{ term, bits: bits as number[], group, isUnknown, weight }]
  })
  const total = known.reduce((sum, { weight }) => sum + weight, 0)
  return ({ bits: has, gramBits, text }: ReadRecord): TermMatch => {
    let runs: string[] | undefined
    let matchedTerms = 0
    let covered = 0
    for (const { term, bits, group, isUnknown, weight } of known) {
      const found = bits.filter((bit) => hasBit(has, bit)).length / bits.length
      const isNear = found < 1 && group !== undefined && sharesEnoughGrams(gramBits, [group])
      if (isNear && isUnknown) runs ??= splitRuns(text)
      const isTypo = isNear && isUnknown && (runs ?? []).some((run) => isTypoOf(term.text, run))
      if ((found === 1 || isTypo) && isLongEnough(term)) matchedTerms++
      const part = isNear ? shareOfGrams(gramBits, group) : 0
      covered += weight * (isTypo ? 1 : Math.max(found, part))
    }
    return { matchedTerms, coverage: total > 0 ? covered / total : 0 }
  }
}

/** Terms below three letters do not count, or below two in a dense script. */
function isLongEnough({ text }: Word): boolean {
  const letters = [...text].length
  return letters > 2 || (letters > 1 && isDense(text))
}

const shareOfGrams = (gramBits: number, { bits }: GramGroup): number =>
  bits.filter((bit) => hasBit(gramBits, bit)).length / bits.length
