import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { type MaskedRecord, matchRecords, readDocumentShares, readTexts } from './match-records.ts'
import type { TermMatch } from './match-terms.ts'
import { parseQuery, type SearchQuery } from './parse-query.ts'
import { type PlannedPhrasing, planPhrasing, type SearchScope } from './plan-probes.ts'
import { fusePhrasings, type Phrased, type Ranks } from './rank-candidates.ts'
import { BUCKETS, type NewRecord, ownerLexemes } from './record-lexemes.ts'
import { keyOf, type RecordKey } from './score-matches.ts'
import { newPhrasingScorer } from './score-phrasing.ts'
import { budgetOf, CANDIDATES_MAX } from './search-budget.ts'
import { findSearchOwner } from './search-owner.ts'

/** The match is that of the phrasing which the record answers best. */
export type Candidate = Ranks &
  TermMatch & {
    kind: NewRecord['kind']
    ref: string
    text: string
    /** What each phrasing found, when there are several. */
    phrasings?: Phrased[]
  }

/**
 * Finds the records that best match a query. Two rankings are fused: by shared words, and by shared grams
 * (trigrams of letters), which tolerates typos, endings and compounds. Vectors could be added as a third
 * ranking. Further phrasings of the question add two rankings each, in the same statements.
 *
 * Each ranking has three steps: plan a bounded set of index probes (plan-probes.ts), fetch the records that
 * they match (match-records.ts), and score these records exactly (score-matches.ts).
 */
export async function findCandidates(db: Rows, owner: Owner, asked: SearchQuery): Promise<Candidate[]> {
  const searchOwner = await findSearchOwner(db, owner)
  if (!searchOwner) return []
  const { records } = searchOwner
  const planned = await planAll(db, searchOwner, asked)

  const byWord = await matchRecords(db, owner, {
    column: 'words',
    searches: planned.map(({ words, wordPlan }) => ({ lexemes: words, plan: wordPlan })),
  })
  const scorers = planned.map((one, at) => newPhrasingScorer(one, { byWord: maskOf(byWord, at), records }))
  const byGram = await matchRecords(db, owner, {
    column: 'grams',
    searches: planned.map(({ grams, gramPlan }) => ({ lexemes: grams, plan: gramPlan })),
    extraRecords: unique(scorers.flatMap(({ best }) => best)),
  })
  const rankings = scorers.map((scorer, at) => scorer.rankFound(maskOf(byGram, at)))
  // A record found by its grams may also contain common words of the query, which is known only after its
  // words are read. So twice as many are read as are returned; otherwise a record with a typo would rank
  // below every record that shares a common word.
  const texts = await readTexts(
    db,
    owner,
    fusePhrasings(rankings).slice(0, 2 * CANDIDATES_MAX),
    planned.map(({ words }) => words),
  )
  const ranked = scorers.map((scorer, at) => scorer.rankTexts(maskOf(texts, at)))
  return fusePhrasings(ranked)
    .slice(0, CANDIDATES_MAX)
    .map(({ kind, ref, text, wordRank, gramRank, matchedTerms, coverage, phrasings }) => {
      const match = { kind, ref, text, wordRank, gramRank, matchedTerms, coverage }
      return phrasings ? { ...match, phrasings } : match
    })
}

/** Plans all phrasings with what one look at the shares of their lexemes says. */
async function planAll(
  db: Rows,
  { id, records }: { id: number; records: number },
  { query, also = [], productId }: SearchQuery,
): Promise<PlannedPhrasing[]> {
  const lexemes = ownerLexemes(id)
  const budget = budgetOf(1 + also.length)
  const parsed = [query, ...also].map((one) =>
    parseQuery({ query: [...one].slice(0, budget.characters).join(''), productId }, lexemes),
  )
  const productLexeme = productId === undefined ? [] : [lexemes.product(productId)]
  const asked = parsed.flatMap(({ words, grams }) => [...words, ...grams.flatMap((run) => run.grams)])
  const withShare = await readDocumentShares(db, id, [...asked, ...productLexeme])
  const scope: SearchScope = {
    records,
    product: productLexeme.map(withShare)[0],
    sample: { lexeme: lexemes.bucket(0), share: 1 / BUCKETS },
    budget,
  }
  return parsed.map((one) => planPhrasing(one, withShare, scope))
}

/** The records as one phrasing sees them. */
const maskOf = <T extends MaskedRecord>(records: T[], at: number) =>
  records.map((record) => ({ ...record, bits: record.masks[at] ?? 0 }))

const unique = <T extends RecordKey>(records: T[]): T[] => [
  ...new Map(records.map((one) => [keyOf(one), one])).values(),
]
