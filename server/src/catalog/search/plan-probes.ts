import { chooseGrams, type ParsedQuery } from './parse-query.ts'
import { byShare, type QueryLexeme, rarestLexemes } from './query-lexeme.ts'
import type { GramGroup } from './score-matches.ts'
import type { SearchBudget } from './search-budget.ts'
import type { RunGrams } from './split-grams.ts'
import type { Word } from './split-words.ts'

/** The index queries to run, each a tsquery, and how many records each may return. */
export type ProbePlan = { queries: string[]; limit: number }

export type SearchScope = {
  /** How many records the owner has. */
  records: number
  /** The lexeme of the product that the search is restricted to. */
  product?: QueryLexeme | undefined
  /** The lexeme of one bucket, which is a random sample of the records. */
  sample: QueryLexeme
  budget: SearchBudget
}

/** An index query that could be run. */
export type Probe = {
  query: string
  /** How much a match says about relevance, from the inverse document frequencies of its lexemes. */
  weight: number
  /** Estimated number of matching records. */
  rows: number
  /** Estimated number of posting-list entries that the index reads. */
  postings: number
}

/** Upper bound of the share of a lexeme that has no measured one. */
const RARE_SHARE = 0.005
/** Every combination of this many common lexemes is considered. */
const COMBINED_LEXEMES_MAX = 5
/** How many other lexemes a rare one is combined with: each is looked up for each record. */
const OTHER_LEXEMES_MAX = 6

/**
 * How many trigrams, the rarest ones, represent half of a word: the posting lists of common ones are long.
 */
const HALF_TRIGRAMS_MAX = 3

/** One phrasing: the lexemes that records are compared with, and the probes that find records. */
export type PlannedPhrasing = {
  terms: Word[]
  words: QueryLexeme[]
  wordPlan: ProbePlan
  grams: QueryLexeme[]
  groups: GramGroup[]
  gramPlan: ProbePlan
  /** How many of the records that its words find are kept. */
  kept: number
}

export function planPhrasing(
  { terms, words: parsedWords, grams: runs }: ParsedQuery,
  withShare: (lexeme: string) => QueryLexeme,
  scope: SearchScope,
): PlannedPhrasing {
  const words = rarestLexemes(parsedWords.map(withShare), scope.budget)
  const { chosen: grams, groups } = chooseGrams(runs, withShare, scope.budget)
  return {
    terms,
    words,
    wordPlan: planProbes(words, lexemeProbes(words, scope), scope),
    grams,
    groups,
    gramPlan: planProbes(grams, gramProbes(runs, withShare, scope), scope),
    kept: scope.budget.kept,
  }
}

/**
 * Decides which probes to run, so that the work is bounded for every query. A full-text index returns matches
 * in no useful order, so "any of these words, best first" would fetch every match. When few matches are
 * expected, one probe fetches all records with any of the lexemes. Otherwise the probes run by descending
 * weight until a limit is reached.
 */
export function planProbes(lexemes: QueryLexeme[], probes: Probe[], scope: SearchScope): ProbePlan {
  const { product, budget } = scope
  const size = recordsIn(scope)
  const withinProduct = (query: string) => (product ? `'${product.lexeme}' & (${query})` : query)
  const expectedMatches = lexemes.reduce((sum, one) => sum + size * shareOf(one), 0)
  if (lexemes.length === 0) return { queries: [], limit: 0 }
  if (Math.min(size, expectedMatches) <= budget.rows)
    return { queries: [withinProduct(anyOf(lexemes))], limit: budget.rows }
  const queries: string[] = []
  let [postings, rows] = [0, 0]
  for (const probe of probes.toSorted((a, b) => b.weight - a.weight)) {
    if (queries.length === budget.probes || rows > budget.rows) break
    if (postings + probe.postings > budget.postings) continue
    queries.push(withinProduct(probe.query))
    postings += probe.postings
    rows += probe.rows
  }
  return { queries, limit: Math.ceil(budget.rows / Math.max(queries.length, 3)) }
}

/**
 * A rare lexeme is probed together with any other, and alone. Common lexemes are probed in every combination:
 * all of them have the highest weight, then all but the most common. If even the shortest posting list is too
 * long, only the sample is read.
 */
export const lexemeProbes = (lexemes: QueryLexeme[], scope: SearchScope): Probe[] => [
  ...rareProbes(lexemes, recordsIn(scope)),
  ...commonProbes(lexemes, scope),
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

function commonProbes(lexemes: QueryLexeme[], scope: SearchScope): Probe[] {
  const common = lexemes.filter(({ share }) => share > 0).toSorted((a, b) => a.share - b.share)
  return combinationsOf(common.slice(0, COMBINED_LEXEMES_MAX)).map((chosen) =>
    conjunctionProbe(chosen, scope),
  )
}

/**
 * A word that many records contain is spelt correctly, and the word ranking has found it. Grams are probed
 * only for the other words, and for text in a dense script.
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
    ...lexemeProbes(rarestLexemes([...new Set(dense)].map(withShare), scope.budget), scope),
  ]
}

/**
 * If a word is misspelt, inflected or part of a compound, one of its halves is usually intact. So each half
 * is one probe, for all of its trigrams.
 */
function halfProbes(trigrams: QueryLexeme[], scope: SearchScope): Probe[] {
  const middle = Math.ceil(trigrams.length / 2)
  const halves = trigrams.length < 6 ? [trigrams] : [trigrams.slice(0, middle), trigrams.slice(middle)]
  return halves.map((half) => conjunctionProbe(half.toSorted(byShare).slice(0, HALF_TRIGRAMS_MAX), scope))
}

function conjunctionProbe(chosen: QueryLexeme[], scope: SearchScope): Probe {
  const { sample, budget } = scope
  const size = recordsIn(scope)
  const postings = size * Math.min(...chosen.map(shareOf))
  const isLong = postings > budget.postings / 2
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

/** All non-empty subsets. */
const combinationsOf = ([first, ...rest]: QueryLexeme[]): QueryLexeme[][] =>
  first
    ? combinationsOf(rest)
        .flatMap((some) => [some, [first, ...some]])
        .concat([[first]])
    : []
