import type { QueryLexeme } from './query-lexeme.ts'
import type { NewRecord } from './record-lexemes.ts'

export type RecordKey = Pick<NewRecord, 'kind' | 'ref'>

/** A found record: a bit mask of the query lexemes that it contains, and how many lexemes it has in total. */
export type Match = RecordKey & { bits: number; size: number }

export const keyOf = ({ kind, ref }: RecordKey): string => `${kind} ${ref}`

export const hasBit = (bits: number, at: number): boolean => ((bits >> at) & 1) === 1

/** The inverse document frequency of each lexeme: the fewer records contain it, the more it weighs. */
export function lexemeWeights(lexemes: QueryLexeme[], matches: Match[], records: number): number[] {
  const total = Math.max(records, matches.length)
  return lexemes.map(({ share }, at) => {
    const documentFrequency =
      share > 0 ? share * total : matches.filter(({ bits }) => hasBit(bits, at)).length
    return Math.log(1 + (total + 1) / (documentFrequency + 0.5))
  })
}

/**
 * The sum of the weights of the lexemes that the record contains; repetitions do not count. A record longer
 * than usual matches something of every query, so its score is divided by its relative length.
 */
export const scoreMatch = (
  { bits, size }: Pick<Match, 'bits' | 'size'>,
  weights: number[],
  usualSize: number,
): number =>
  weights.reduce((sum, weight, at) => (hasBit(bits, at) ? sum + weight : sum), 0) /
  Math.max(1, size / usualSize)

/**
 * The bits of the grams of one run of the query: a word with its stem, or adjacent letters of a dense script.
 */
export type GramGroup = { bits: number[]; isDense: boolean; stem: string | null }

/**
 * Whether a record contains enough grams of any word of the query: a third of them, and at least two. One
 * alone may be a coincidence: "summer" and "winter" end alike. A dense run is a whole sentence, so two are
 * enough.
 */
export const sharesEnoughGrams = (bits: number, groups: GramGroup[]): boolean =>
  groups.some((group) => {
    const had = group.bits.filter((at) => hasBit(bits, at)).length
    const { length } = group.bits
    return had >= Math.min(length, Math.max(2, group.isDense ? 2 : length / 3))
  })
