import { createHash } from 'node:crypto'
import { splitGrams } from './split-grams.ts'
import { isDense, pairsOf, splitRuns } from './split-words.ts'
import { stemWord } from './stem-word.ts'

/**
 * How many lexemes one record may add to each index: a text of 4,400 characters has about a thousand of each.
 */
const WORDS_MAX = 1_000
const GRAMS_MAX = 2_000
/**
 * The records of an owner fall into this many random buckets of about equal size, and never change theirs.
 */
export const BUCKETS = 64

/**
 * Builds the lexemes of one owner: a prefix, a separator for the kind of lexeme, and the value. No word
 * contains a separator, so lexemes of different kinds or owners never collide. A product id may contain any
 * character, so it is hashed.
 */
export const ownerLexemes = (ownerId: number) => {
  const owner = ownerId.toString(36)
  return {
    word: (word: string) => `${owner}:${word}`,
    gram: (gram: string) => `${owner};${gram}`,
    product: (productId: string) => `${owner}@${hash(productId).toString('hex', 0, 8)}`,
    bucket: (bucket: number) => `${owner}#${bucket}`,
  }
}

export type OwnerLexemes = ReturnType<typeof ownerLexemes>

export type NewRecord = {
  kind: 'history' | 'pattern' | 'cep' | 'claim' | 'note'
  ref: string
  productId: string | null
  text: string
}

/** The lexemes that a record is found by. Each is listed once, however often the text repeats it. */
export function recordLexemes(ownerId: number, record: NewRecord): { words: string[]; grams: string[] } {
  const { word, gram, product, bucket } = ownerLexemes(ownerId)
  const scope = [bucket(bucketOf(record)), ...(record.productId === null ? [] : [product(record.productId)])]
  const words = splitRuns(record.text).flatMap((run) => (isDense(run) ? pairsOf(run) : [stemWord(run)]))
  const grams = splitGrams(record.text).flatMap((one) => one.grams)
  return {
    words: [...scope, ...[...new Set(words)].slice(0, WORDS_MAX).map(word)],
    grams: [...scope, ...[...new Set(grams)].slice(0, GRAMS_MAX).map(gram)],
  }
}

const bucketOf = (record: NewRecord): number => Math.floor(hashFractionOf(record) * BUCKETS)

/** A pseudorandom number from 0 to 1 that is always the same for a record. */
export const hashFractionOf = ({ kind, ref }: Pick<NewRecord, 'kind' | 'ref'>): number =>
  hash(`${kind} ${ref}`).readUInt32BE() / 2 ** 32

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
