import type { QueryLexeme } from './query-lexeme.ts'
import type { NewRecord } from './record-lexemes.ts'

export type RecordKey = Pick<NewRecord, 'kind' | 'ref'>

/** A record that was found: which of the asked lexemes it has, as bits, and how many lexemes in all. */
export type Match = RecordKey & { bits: number; size: number }

export const keyOf = ({ kind, ref }: RecordKey): string => `${kind} ${ref}`

export const hasBit = (bits: number, at: number): boolean => ((bits >> at) & 1) === 1

/** What each lexeme is worth: the more, the fewer records have it. */
export function lexemeWeights(lexemes: QueryLexeme[], matches: Match[], records: number): number[] {
  const total = Math.max(records, matches.length)
  return lexemes.map(({ share }, at) => {
    const documentFrequency =
      share > 0 ? share * total : matches.filter(({ bits }) => hasBit(bits, at)).length
    return Math.log(1 + (total + 1) / (documentFrequency + 0.5))
  })
}

/**
 * What a record has of the question. Each lexeme counts once, however often a text repeats it. What is longer
 * than usual has something of every question in it, so its length takes off in proportion.
 */
export const scoreMatch = (
  { bits, size }: Pick<Match, 'bits' | 'size'>,
  weights: number[],
  usualSize: number,
): number =>
  weights.reduce((sum, weight, at) => (hasBit(bits, at) ? sum + weight : sum), 0) /
  Math.max(1, size / usualSize)

/** The grams of one word of the question, by their bits, or of a run in a dense script. */
export type GramGroup = { bits: number[]; isDense: boolean }

/**
 * Whether a record has enough letters in a row of any word: a third of those that are asked for, and two at
 * the least. One alone is chance: "summer" and "winter" end alike. A dense run is a sentence: two will do.
 */
export const sharesEnoughGrams = (bits: number, groups: GramGroup[]): boolean =>
  groups.some((group) => {
    const had = group.bits.filter((at) => hasBit(bits, at)).length
    const { length } = group.bits
    return had >= Math.min(length, Math.max(2, group.isDense ? 2 : length / 3))
  })
