import { type Hit, type HitKind, hitKinds, isIdOf, roundShare } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { findProduct } from '#catalog/products'
import { type Candidate, findCandidates } from '#catalog/search'
import { readToday } from '#learning/evidence'
import { readReporterTrust } from '#learning/knowledge'
import { NOTES_PRODUCT } from '#learning/notes'
import { type Fused, fuseRanks } from '#learning/statistics'
import type { Rows } from '#platform/db'
import { describeAge, type Fact } from './fact.ts'
import { factFinders } from './find-facts.ts'
import { renderText } from './quoted-text.ts'

/** A fact with its ranks and its score. */
export type Found = Fact & Candidate & Fused

const TEXT_CHARACTERS = 280

/** A question in one or several phrasings. */
type Asked = { phrasings: string[]; productId?: string | undefined }

/** Everything that matches, best first; ties in a fixed order. */
export async function findHits(db: Rows, owner: Owner, { phrasings, productId }: Asked): Promise<Found[]> {
  const [candidates, trusts, today] = await Promise.all([
    findRecords(db, owner, phrasings, productId),
    readReporterTrust(db, owner),
    readToday(db),
  ])
  const facts = await Promise.all(
    hitKinds.map((kind) => factFinders[kind]({ db, owner, today, trusts }, refsOf(candidates, kind))),
  )
  const byKey = new Map(facts.flat().map((fact) => [hitKey(fact), fact]))
  const known = candidates.flatMap((one) => {
    const fact = byKey.get(hitKey(one))
    return fact && isAboutProduct(fact, productId) ? [{ ...fact, ...one }] : []
  })
  return fuseRanks(known)
    .map((one) => ({ ...one, score: roundScore(one.score) }))
    .sort(byRank)
}

/**
 * Candidates for one product, including notes, or for all products. An id that cannot be a product matches
 * nothing.
 */
async function findRecords(
  db: Rows,
  owner: Owner,
  [query = '', ...also]: string[],
  productId?: string,
): Promise<Candidate[]> {
  if (productId === undefined) return findCandidates(db, owner, { query, also })
  if (!isIdOf('product', productId)) return []
  const [own, notes] = await Promise.all([
    findCandidates(db, owner, { query, also, productId }),
    findCandidates(db, owner, { query, also, productId: NOTES_PRODUCT }),
  ])
  return (await findProduct(db, owner, productId)) ? [...own, ...notes] : own
}

/** A note by the owner may be about any product; everything else is about its own. */
const isAboutProduct = (fact: Fact, productId: string | undefined): boolean =>
  productId === undefined || fact.productId === productId || fact.kind === 'note'

const refsOf = (candidates: Candidate[], kind: HitKind): string[] =>
  candidates.filter((one) => one.kind === kind).map(({ ref }) => ref)

const hitKey = ({ kind, ref }: { kind: HitKind; ref: string }): string => `${kind} ${ref}`

const roundScore = (score: number): number => Math.round(score * 1e6) / 1e6

export type Rank = { score: number; kind: HitKind; ref: string }

export const byRank = (a: Rank, b: Rank): number =>
  b.score - a.score || (hitKey(a) < hitKey(b) ? -1 : hitKey(a) > hitKey(b) ? 1 : 0)

export const presentHit = (found: Found): Hit => ({
  id: found.ref,
  kind: found.kind,
  text: renderText(found.description, TEXT_CHARACTERS),
  score: roundShare(found.score),
  relevance: roundShare(found.coverage),
  evidence: found.evidence,
  age: found.age,
  why: whyOf(found),
  refs: found.refs,
})

const evidenceReasons = {
  corroborated: 'rows of two sources stand behind it',
  observed: 'rows stand behind it',
  owner_note: 'the owner stands behind it',
  claimed: 'it is only claimed',
} as const satisfies Record<Hit['evidence'], string>

function whyOf({ matchedTerms, evidence, age, isPinned }: Found): string {
  const match =
    matchedTerms > 0
      ? `It shares ${matchedTerms} ${matchedTerms === 1 ? 'word' : 'words'} with the question`
      : 'It shares parts of words with the question'
  const freshness = isPinned ? 'it is pinned' : `it is ${describeAge(age)}`
  return `${match}; ${evidenceReasons[evidence]}; ${freshness}.`
}
