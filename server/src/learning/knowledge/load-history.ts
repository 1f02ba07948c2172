import { type HistoryQuery, type HistoryRow, isIdOf } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { explainEmptiness, listSeries } from '#learning/evidence'
import type { Db } from '#platform/db'
import { type ConclusionAge, ensureConclusions } from './ensure-conclusions.ts'
import { presentHistory } from './present-history.ts'

/**
 * One page of series, latest report first. Brings conclusions up to date first. An id that cannot be a
 * product has no history.
 */
export async function loadHistory(
  db: Db,
  owner: Owner,
  query: HistoryQuery,
): Promise<{ history: HistoryRow[]; nextCursor: string | null; message?: string } & ConclusionAge> {
  if (query.productId !== undefined && !isIdOf('product', query.productId))
    return { history: [], nextCursor: null }
  const age = await ensureConclusions(db, owner, query.productId)
  const { shown, nextCursor } = await listSeries(db, owner, query)
  const note = await explainEmptiness(db, owner, query, shown)
  return { history: shown.map(presentHistory), nextCursor, ...age, ...note }
}
