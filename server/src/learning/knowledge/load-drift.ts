import { type DriftItem, type DriftQuery, isIdOf, type Reporter } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { listClaims, listReporters } from '#learning/evidence'
import { biasOf, trustOf } from '#learning/statistics'
import type { Db } from '#platform/db'
import { type ConclusionAge, ensureConclusions } from './ensure-conclusions.ts'
import { presentDrift } from './present-drift.ts'

/**
 * One page of claims with what was observed, and the trust in each reporter across all products. Brings
 * conclusions up to date first.
 */
export async function loadDrift(
  db: Db,
  owner: Owner,
  query: DriftQuery,
): Promise<{ drift: DriftItem[]; reporters: Reporter[]; nextCursor: string | null } & ConclusionAge> {
  const age = await ensureConclusions(db, owner)
  const isInvalidId = query.productId !== undefined && !isIdOf('product', query.productId)
  const [{ shown, nextCursor }, reporters] = await Promise.all([
    isInvalidId ? { shown: [], nextCursor: null } : listClaims(db, owner, query),
    listReporters(db, owner),
  ])
  return {
    drift: shown.map((row) => presentDrift(row.claim, row)),
    reporters: reporters.map(({ source, comparable, confirmed, deltas }) => ({
      source,
      comparable,
      confirmed,
      trust: trustOf(confirmed, comparable),
      bias: biasOf(deltas),
    })),
    nextCursor,
    ...age,
  }
}
