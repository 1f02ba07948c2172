import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { matchRecords, readDocumentShares, readTexts } from './match-records.ts'
import { chooseGrams, countTerms, parseQuery, type SearchQuery } from './parse-query.ts'
import { gramProbes, lexemeProbes, planProbes, type SearchScope } from './plan-probes.ts'
import { QUERY_LEXEMES_MAX, rarestLexemes } from './query-lexeme.ts'
import { type Ranks, rankCandidates } from './rank-candidates.ts'
import { BUCKETS, type NewRecord, ownerLexemes } from './record-lexemes.ts'
import {
  hasBit,
  keyOf,
  lexemeWeights,
  type Match,
  type RecordKey,
  scoreMatch,
  sharesEnoughGrams,
} from './score-matches.ts'
import { findSearchOwner } from './search-owner.ts'

export type Candidate = Ranks & {
  kind: NewRecord['kind']
  ref: string
  text: string
  /** How many different words of the question it has. */
  matchedTerms: number
}

/** Three pages. Further down nothing has ever been what was meant, and each costs a look at its facts. */
const CANDIDATES_MAX = 60
/** A record of some sentences; longer ones pay for their length. */
const USUAL_WORDS = 40
const USUAL_GRAMS = 200

/**
 * What might answer a question, by two lists: records with the same words, and records with the same letters
 * in a row, which forgives typos, endings and compounds. Vectors, one day, would be a third list.
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
  // What its letters have found may have common words of the question too, and that is known only now: so
  // more are looked at than are told, or one with a typo would fall behind all that share a common word.
  const texts = await readTexts(db, owner, rankCandidates(found).slice(0, 2 * CANDIDATES_MAX), queryWords)
  const bitOf = new Map(queryWords.map(({ lexeme }, at) => [lexeme, at]))
  const ranked = rankCandidates(
    texts.map((one) => ({ ...one, wordScore: wordScore(one), gramScore: gramScore(one) })),
  )
  return ranked.slice(0, CANDIDATES_MAX).map(({ kind, ref, text, bits, wordRank, gramRank }) => {
    const has = (lexeme: string) => hasBit(bits, bitOf.get(lexeme) ?? QUERY_LEXEMES_MAX)
    return { kind, ref, text, wordRank, gramRank, matchedTerms: countTerms(terms, has) }
  })
}
