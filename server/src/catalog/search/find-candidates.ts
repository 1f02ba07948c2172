import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { matchRecords, readDocumentShares, readTexts } from './match-records.ts'
import { newTermMatcher, type TermMatch } from './match-terms.ts'
import { chooseGrams, parseQuery, type SearchQuery } from './parse-query.ts'
import { gramProbes, lexemeProbes, planProbes, type SearchScope } from './plan-probes.ts'
import { rarestLexemes } from './query-lexeme.ts'
import { type Ranks, rankCandidates } from './rank-candidates.ts'
import { BUCKETS, type NewRecord, ownerLexemes } from './record-lexemes.ts'
import {
  keyOf,
  lexemeWeights,
  type Match,
  type RecordKey,
  scoreMatch,
  sharesEnoughGrams,
} from './score-matches.ts'
import { findSearchOwner } from './search-owner.ts'

export type Candidate = Ranks & TermMatch & { kind: NewRecord['kind']; ref: string; text: string }

/** Three pages. Lower ranks have never held the right answer, and the caller loads the facts of each one. */
const CANDIDATES_MAX = 60
/** Length of a record of a few sentences; the score of a longer one is divided by its relative length. */
const USUAL_WORDS = 40
const USUAL_GRAMS = 200

/**
 * Finds the records that best match a query. Two rankings are fused: by shared words, and by shared grams
 * (trigrams of letters), which tolerates typos, endings and compounds. Vectors could be added as a third
 * ranking.
 *
 * Each ranking has three steps: plan a bounded set of index probes (plan-probes.ts), fetch the records that
 * they match (match-records.ts), and score these records exactly (score-matches.ts).
 */
export async function findCandidates(db: Rows, owner: Owner, query: SearchQuery): Promise<Candidate[]> {
  const searchOwner = await findSearchOwner(db, owner)
  if (!searchOwner) return []
  const { records } = searchOwner
  const lexemes = ownerLexemes(searchOwner.id)
  const { terms, words, grams, productLexeme } = parseQuery(query, lexemes)
  const runLexemes = grams.flatMap((run) => run.grams)
  const productLexemes = productLexeme === undefined ? [] : [productLexeme]
  const withShare = await readDocumentShares(db, searchOwner.id, [...words, ...runLexemes, ...productLexemes])
  const product = productLexeme === undefined ? undefined : withShare(productLexeme)
  const sample = { lexeme: lexemes.bucket(0), share: 1 / BUCKETS }
  const scope: SearchScope = { records, product, sample }

  const queryWords = rarestLexemes(words.map(withShare))
  const wordPlan = planProbes(queryWords, lexemeProbes(queryWords, scope), scope)
  const byWord = await matchRecords(db, owner, { column: 'words', plan: wordPlan, lexemes: queryWords })
  const wordWeights = lexemeWeights(queryWords, byWord, records)
  const wordScore = (one: Pick<Match, 'bits' | 'size'>) => scoreMatch(one, wordWeights, USUAL_WORDS)
  const best = byWord.toSorted((a, b) => wordScore(b) - wordScore(a)).slice(0, CANDIDATES_MAX)

  const { chosen: queryGrams, groups } = chooseGrams(grams, withShare)
  const byGram = await matchRecords(db, owner, {
    column: 'grams',
    plan: planProbes(queryGrams, gramProbes(grams, withShare, scope), scope),
    lexemes: queryGrams,
    extraRecords: best,
  })
  const gramWeights = lexemeWeights(queryGrams, byGram, records)
  const near = byGram.filter(({ bits }) => sharesEnoughGrams(bits, groups))
  const gramScores = new Map(near.map((one) => [keyOf(one), scoreMatch(one, gramWeights, USUAL_GRAMS)]))
  const gramScore = (one: RecordKey) => gramScores.get(keyOf(one)) ?? 0

  const wordScores = new Map(best.map((one) => [keyOf(one), wordScore(one)]))
  const found = [...new Map([...best, ...near].map((one) => [keyOf(one), one])).values()].map((one) => {
    return { ...one, wordScore: wordScores.get(keyOf(one)) ?? 0, gramScore: gramScore(one) }
  })
  // A record found by its grams may also contain common words of the query, which is known only after its
  // words are read. So twice as many are read as are returned; otherwise a record with a typo would rank
  // below every record that shares a common word.
  const texts = await readTexts(db, owner, rankCandidates(found).slice(0, 2 * CANDIDATES_MAX), queryWords)
  const ranked = rankCandidates(
    texts.map((one) => ({ ...one, wordScore: wordScore(one), gramScore: gramScore(one) })),
  )
  const gramBits = new Map(byGram.map((one) => [keyOf(one), one.bits]))
  const matchTerms = newTermMatcher({ terms, lexemes: queryWords, weights: wordWeights, groups, byWord })
  return ranked.slice(0, CANDIDATES_MAX).map((one) => {
    const { kind, ref, text, bits, wordRank, gramRank } = one
    const match = matchTerms({ bits, gramBits: gramBits.get(keyOf(one)) ?? 0, text })
    return { kind, ref, text, wordRank, gramRank, ...match }
  })
}
