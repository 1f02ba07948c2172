import { byShare, type QueryLexeme, rarestLexemes } from './query-lexeme.ts'
import type { RunGrams } from './split-grams.ts'

/** Questions to the index, each a tsquery, and how many records each may bring. */
export type ProbePlan = { queries: string[]; limit: number }

export type SearchScope = {
  /** How many records the owner has, and the one product that is asked for. */
  records: number
  product?: QueryLexeme | undefined
  /** Stands for a part of the records of fixed size, with its share. */
  sample: QueryLexeme
}

/** What could be asked: how much it tells about a record that answers, how many will, and what it costs. */
export type Probe = { query: string; weight: number; rows: number; postings: number }

/** What is not listed is in a smaller share than this. */
const RARE_SHARE = 0.005
/** So many records may be fetched and weighed, */
const ROWS_MAX = 300
/** by so many questions, */
const QUERIES_MAX = 12
/** for which the index may read so much of its lists: each entry takes about 0.15 microseconds. */
const POSTINGS_MAX = 25_000
/** Of so many common lexemes every combination is considered. */
const COMBINED_LEXEMES_MAX = 5
/** With so many others a rare lexeme is asked for: each of them has to be looked up for each record. */
const OTHER_LEXEMES_MAX = 6

/** So many trigrams, the rarest, stand for half of a word: the lists of the common ones are long. */
const HALF_TRIGRAMS_MAX = 3

/**
 * Decides what to ask the index, so that the work is bounded whatever is asked. When there is little to find,
 * that is everything with any of the lexemes. Else it is what tells most, as far as the bounds allow.
 */
export function planProbes(lexemes: QueryLexeme[], probes: Probe[], scope: SearchScope): ProbePlan {
  const { product } = scope
  const size = recordsIn(scope)
  const withinProduct = (query: string) => (product ? `'${product.lexeme}' & (${query})` : query)
  const expectedMatches = lexemes.reduce((sum, one) => sum + size * shareOf(one), 0)
  if (lexemes.length === 0) return { queries: [], limit: 0 }
  if (Math.min(size, expectedMatches) <= ROWS_MAX)
    return { queries: [withinProduct(anyOf(lexemes))], limit: ROWS_MAX }
  const queries: string[] = []
  let [postings, rows] = [0, 0]
  for (const probe of probes.toSorted((a, b) => b.weight - a.weight)) {
    if (queries.length === QUERIES_MAX || rows > ROWS_MAX) break
    if (postings + probe.postings > POSTINGS_MAX) continue
    queries.push(withinProduct(probe.query))
    postings += probe.postings
    rows += probe.rows
  }
  return { queries, limit: Math.ceil(ROWS_MAX / Math.max(queries.length, 3)) }
}

/**
 * A rare lexeme is asked for together with any other, and alone; common ones only in combination: what has
 * all of them tells most, then what has all but the commonest. Where even the shortest list is too long, only
 * the sample is read.
 */
export const lexemeProbes = (lexemes: QueryLexeme[], scope: SearchScope): Probe[] => [
  ...rareProbes(lexemes, recordsIn(scope)),
  ...commonProbes(lexemes, recordsIn(scope), scope.sample),
]

function rareProbes(lexemes: QueryLexeme[], size: number): Probe[] {
  const postings = size * RARE_SHARE
  return lexemes
    .filter(({ share }) => share === 0)
    .flatMap((rare) => {
      const others = lexemes.filter((one) => one !== rare).slice(0, OTHER_LEXEMES_MAX)
      const alone = { query: allOf([rare]), weight: probeWeight([rare]), rows: postings / 4, postings }
      if (others.length === 0) return [alone]
      const query = `${allOf([rare])} & (${anyOf(others)})`
      return [{ ...alone, query, weight: 2 * alone.weight, rows: postings / 16 }, alone]
    })
}

function commonProbes(lexemes: QueryLexeme[], size: number, sample: QueryLexeme): Probe[] {
  const common = lexemes.filter(({ share }) => share > 0).toSorted((a, b) => a.share - b.share)
  return combinationsOf(common.slice(0, COMBINED_LEXEMES_MAX)).map((chosen) =>
    conjunctionProbe(chosen, size, sample),
  )
}

/**
 * A word that many records have is spelt right, and the words have found it. For the others, and for what is
 * written in a dense script, letters in a row are asked for.
 */
export function gramProbes(
  grams: RunGrams[],
  withShare: (lexeme: string) => QueryLexeme,
  scope: SearchScope,
): Probe[] {
  const unsure = grams.filter(({ stem }) => stem !== null && withShare(stem).share === 0)
  const dense = grams.filter(({ stem }) => stem === null).flatMap((run) => run.grams)
  return [
    ...unsure.flatMap((word) => halfProbes(word.grams.map(withShare), scope)),
    ...lexemeProbes(rarestLexemes([...new Set(dense)].map(withShare)), scope),
  ]
}

/**
 * Of a word that is misspelt, inflected or part of a compound one half is still whole, so each half of its
 * trigrams is asked for, all of them together.
 */
function halfProbes(trigrams: QueryLexeme[], scope: SearchScope): Probe[] {
  const middle = Math.ceil(trigrams.length / 2)
  const halves = trigrams.length < 6 ? [trigrams] : [trigrams.slice(0, middle), trigrams.slice(middle)]
  return halves.map((half) =>
    conjunctionProbe(half.toSorted(byShare).slice(0, HALF_TRIGRAMS_MAX), recordsIn(scope), scope.sample),
  )
}

function conjunctionProbe(chosen: QueryLexeme[], size: number, sample: QueryLexeme): Probe {
  const postings = size * Math.min(...chosen.map(shareOf))
  const isLong = postings > POSTINGS_MAX / 2
  const lexemes = isLong ? [...chosen, sample] : chosen
  const rows = size * lexemes.reduce((share, one) => share * shareOf(one), 1)
  return {
    query: allOf(lexemes),
    weight: probeWeight(chosen),
    rows,
    postings: isLong ? size * sample.share : postings,
  }
}

const recordsIn = ({ records, product }: SearchScope): number => records * (product ? shareOf(product) : 1)
const shareOf = ({ share }: QueryLexeme): number => share || RARE_SHARE
const probeWeight = (lexemes: QueryLexeme[]): number =>
  lexemes.reduce((sum, one) => sum - Math.log(shareOf(one)), 0)
const anyOf = (lexemes: QueryLexeme[]): string => lexemes.map(({ lexeme }) => `'${lexeme}'`).join(' | ')
const allOf = (lexemes: QueryLexeme[]): string => lexemes.map(({ lexeme }) => `'${lexeme}'`).join(' & ')

/** Every choice of one or more. */
const combinationsOf = ([first, ...rest]: QueryLexeme[]): QueryLexeme[][] =>
  first
    ? combinationsOf(rest)
        .flatMap((some) => [some, [first, ...some]])
        .concat([[first]])
    : []
