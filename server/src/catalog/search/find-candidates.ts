import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { matchRecords, readShares, readTexts } from './match-records.ts'
import { chooseGrams, countTerms, type Question, readQuestion } from './parse-query.ts'
import { gramProbes, lexemeProbes, planProbes, type SearchScope } from './plan-probes.ts'
import { chooseLexemes, LEXEMES_MAX } from './query-lexeme.ts'
import { placeCandidates, type Ranks } from './rank-candidates.ts'
import { lexemesOf, type NewRecord, PARTS } from './record-lexemes.ts'
import { hasBit, isNear, type Key, keyOf, type Match, weighLexemes, weighMatch } from './score-matches.ts'
import { findIndexed } from './search-owner.ts'

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
export async function findCandidates(db: Rows, owner: Owner, question: Question): Promise<Candidate[]> {
  const indexed = await findIndexed(db, owner)
  if (!indexed) return []
  const { records } = indexed
  const lexemes = lexemesOf(indexed.id)
  const { terms, words, grams, product } = readQuestion(question, lexemes)
  const all = [...words, ...grams.flatMap((one) => one.grams), ...(product === undefined ? [] : [product])]
  const known = await readShares(db, indexed.id, all)
  const within = product === undefined ? undefined : known(product)
  const room: SearchScope = { records, within, sample: { lexeme: lexemes.part(0), share: 1 / PARTS } }

  const asked = chooseLexemes(words.map(known))
  const wordPlan = planProbes(asked, lexemeProbes(asked, room), room)
  const byWord = await matchRecords(db, owner, 'words', wordPlan, asked)
  const wordWeights = weighLexemes(asked, byWord, records)
  const wordScore = (one: Pick<Match, 'bits' | 'size'>) => weighMatch(one, wordWeights, USUAL_WORDS)
  const best = byWord.toSorted((a, b) => wordScore(b) - wordScore(a)).slice(0, CANDIDATES_MAX)

  const { chosen, groups } = chooseGrams(grams, known)
  const gramPlan = planProbes(chosen, gramProbes(grams, known, room), room)
  const byGram = await matchRecords(db, owner, 'grams', gramPlan, chosen, best)
  const gramWeights = weighLexemes(chosen, byGram, records)
  const near = byGram.filter(({ bits }) => isNear(bits, groups))
  const gramScores = new Map(near.map((one) => [keyOf(one), weighMatch(one, gramWeights, USUAL_GRAMS)]))
  const gramScore = (one: Key) => gramScores.get(keyOf(one)) ?? 0

  const wordScores = new Map(best.map((one) => [keyOf(one), wordScore(one)]))
  const found = [...new Map([...best, ...near].map((one) => [keyOf(one), one])).values()].map((one) => {
    return { ...one, wordScore: wordScores.get(keyOf(one)) ?? 0, gramScore: gramScore(one) }
  })
  // What its letters have found may have common words of the question too, and that is known only now: so
  // more are looked at than are told, or one with a typo would fall behind all that share a common word.
  const texts = await readTexts(db, owner, placeCandidates(found).slice(0, 2 * CANDIDATES_MAX), asked)
  const bitOf = new Map(asked.map(({ lexeme }, at) => [lexeme, at]))
  const placed = placeCandidates(
    texts.map((one) => ({ ...one, wordScore: wordScore(one), gramScore: gramScore(one) })),
  )
  return placed.slice(0, CANDIDATES_MAX).map(({ kind, ref, text, bits, wordRank, gramRank }) => {
    const has = (lexeme: string) => hasBit(bits, bitOf.get(lexeme) ?? LEXEMES_MAX)
    return { kind, ref, text, wordRank, gramRank, matchedTerms: countTerms(terms, has) }
  })
}
