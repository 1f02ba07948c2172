import { type Hit, type HitKind, hitKinds, type SearchQuery } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { explainEmptiness } from '#learning/evidence'
import { type ConclusionAge, ensureConclusions } from '#learning/knowledge'
import type { App } from '#platform/app'
import { Refusal } from '#platform/refusal'
import { byRank, findHits, presentHit, type Rank } from './find-hits.ts'

/** One page of search hits, best first. Brings conclusions up to date first. */
export async function searchKnowledge(
  { db, heavy }: Pick<App, 'db' | 'heavy'>,
  owner: Owner,
  query: SearchQuery,
  signal: AbortSignal,
): Promise<{ hits: Hit[]; nextCursor: string | null; message?: string } & ConclusionAge> {
  const after = readCursor(query.cursor)
  const age = await ensureConclusions(db, owner, query.productId)
  const found = await heavy.read(owner.userId, signal, (own) =>
    findHits(own, owner, { phrasings: query.q, productId: query.productId }),
  )
  const rest = after ? found.filter((one) => byRank(after, one) < 0) : found
  const shown = rest.slice(0, query.limit)
  const last = rest.length > query.limit ? shown.at(-1) : undefined
  const note = await explainEmptiness(db, owner, query, shown)
  return { hits: shown.map(presentHit), nextCursor: last ? writeCursor(last) : null, ...age, ...note }
}

const writeCursor = ({ score, kind, ref }: Rank): string =>
  Buffer.from(`${score.toFixed(6)} ${kind} ${ref}`).toString('base64url')

/** The list is the same all day as long as nothing is added, so a cursor finds its position again. */
function readCursor(cursor: string | undefined): Rank | undefined {
  if (cursor === undefined) return undefined
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, score, kind = '', ref = ''] = /^([01]\.\d{6}) ([a-z]{1,10}) (\w{1,40})$/.exec(text) ?? []
  if (!hitKinds.includes(kind as HitKind)) {
    throw new Refusal('invalid_request', 'cursor is not a nextCursor of this list.', { field: 'cursor' })
  }
  return { score: Number(score), kind: kind as HitKind, ref }
}
