import { RECALL_LINES, type RecallAnswer, type RecallQuery } from '@atelier/contract'
import { findRevokedKeys, type Owner } from '#access/identity'
import { ensureConclusions } from '#learning/knowledge'
import type { Db, Rows } from '#platform/db'
import { type Found, findHits, presentHit } from './find-hits.ts'
import { writeRecallBlock } from './write-recall-block.ts'

const RELEVANCE_LEAST = 0.35
const TERMS_LEAST = 2

/** An agent waits for this before each of its turns, 2 s at most; what comes later is of no use to it. */
const CONCLUDE_MS = 700
const FIND_MS = 900

type Recall = RecallAnswer['recall']
const nothing: Recall = { text: '', hits: [] }

/** A few lines that a prompt should not go without, or nothing. */
export async function recall(db: Db, owner: Owner, query: RecallQuery): Promise<Recall> {
  // Conclusions that take longer go on, and the next turn finds them; until then those of before are told.
  await ensureConclusions(db, owner, query.productId, CONCLUDE_MS)
  return (await within(FIND_MS, remember(db, owner, query))) ?? nothing
}

async function remember(db: Rows, owner: Owner, query: RecallQuery): Promise<Recall> {
  const found = await findHits(db, owner, query)
  const relevant = found.filter((one) => one.relevance >= RELEVANCE_LEAST && one.matchedTerms >= TERMS_LEAST)
  const trusted = await withoutRevoked(db, owner, relevant)
  const lines = trusted.slice(0, RECALL_LINES)
  const { text, shown } = writeRecallBlock(lines)
  return { text, hits: lines.slice(0, shown).map(presentHit) }
}

/** The bare word of a key that was revoked waits for the owner to accept it. */
async function withoutRevoked(db: Rows, owner: Owner, found: Found[]): Promise<Found[]> {
  const sources = new Set(found.flatMap(({ wordOf }) => wordOf))
  const revoked = await findRevokedKeys(db, owner.userId, [...sources])
  return found.filter(({ wordOf }) => !wordOf.some((source) => revoked.includes(source)))
}

/** What the work gives, or nothing when it takes longer. It is not stopped: each statement ends by itself. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), ms)
  work.catch(() => undefined)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
