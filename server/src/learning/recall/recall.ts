import { RECALL_LINES, type RecallAnswer, type RecallQuery } from '@atelier/contract'
import { findRevokedKeys, type Owner } from '#access/identity'
import { findProductNames } from '#catalog/products'
import { ensureConclusions } from '#learning/knowledge'
import type { Db, Rows } from '#platform/db'
import { type Found, findHits, presentHit } from './find-hits.ts'
import { nameSubjects } from './name-subject.ts'
import { withoutRepeats } from './without-repeats.ts'
import { writeRecallBlock } from './write-recall-block.ts'

const MIN_RELEVANCE = 0.35
const MIN_MATCHED_TERMS = 2

/** An agent waits for recall before each turn, at most 2 s; a later answer is of no use. */
const CONCLUDE_WAIT_MS = 700
const FIND_TIMEOUT_MS = 900

type Recall = RecallAnswer['recall']
const noRecall: Recall = { text: '', hits: [] }

/** A short block of relevant knowledge for a prompt, or an empty one. */
export async function recall(db: Db, owner: Owner, query: RecallQuery): Promise<Recall> {
  // Conclusions that take longer continue in the background, and the next turn gets them.
  const age = await ensureConclusions(db, owner, query.productId, CONCLUDE_WAIT_MS)
  const found = await withTimeout(FIND_TIMEOUT_MS, findRecall(db, owner, query))
  return { ...(found ?? noRecall), ...age }
}

async function findRecall(db: Rows, owner: Owner, query: RecallQuery): Promise<Recall> {
  const found = await findHits(db, owner, { phrasings: [query.q], productId: query.productId })
  const relevant = found.filter(
    (one) => one.relevance >= MIN_RELEVANCE && one.matchedTerms >= MIN_MATCHED_TERMS,
  )
  const usable = await withoutRevoked(db, owner, relevant)
  const lines = withoutRepeats(usable, RECALL_LINES)
  const names = await findProductNames(
    db,
    owner,
    lines.flatMap(({ productId }) => productId ?? []),
  )
  const subjects = nameSubjects(lines, names)
  const { text, shown } = writeRecallBlock(lines.map((one, at) => ({ ...one, subject: subjects[at] ?? [] })))
  return { text, hits: lines.slice(0, shown).map(presentHit) }
}

/** Leaves out claims by revoked keys: they are recalled only after the owner has accepted them. */
async function withoutRevoked(db: Rows, owner: Owner, found: Found[]): Promise<Found[]> {
  const sources = new Set(found.flatMap(({ claimedBy }) => claimedBy))
  const revoked = await findRevokedKeys(db, owner.userId, [...sources])
  return found.filter(({ claimedBy }) => !claimedBy.some((source) => revoked.includes(source)))
}

/**
 * The result of the work, or undefined after the time limit. The work is not cancelled: each statement has
 * its own time limit.
 */
async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), ms)
  work.catch(() => undefined)
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
